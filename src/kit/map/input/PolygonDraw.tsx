import type { PolygonDrawer } from '@antv/l7-draw/es/drawer/polygon-drawer'
import { Button, Input } from 'antd'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { BaseState } from '#contract/home/base-calls.ts'
import { area } from '#contract/farm/area.ts'
import {
  groundFrom,
  holesOf,
  outlineOf,
  ringsOf,
  type Ground,
  type Position,
  type SeenGround,
} from '#contract/ground.ts'
import { parseLatLng } from '#src/lib/coordinates.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { BaseGround } from '../base/BaseGround.tsx'
import { useBaseMap, type BaseMap } from '../base/use-base-map.ts'
import { GroundText } from '../GroundText.tsx'
import { boundsOf, ringOf } from '../ground.ts'
import type { Plot } from '../Plots.tsx'
import { useScene } from '../use-scene.ts'
import { useEdges, useHoles, useNeighbours } from './drawn-around.ts'
import { PlaceSearch } from './PlaceSearch.tsx'
import { firstSeen, usePlotsAround } from './use-plots-around.ts'
import '../map.css'

const digits = 6
/** At which the fields around a place that was found are seen. */
const soughtZoom = 15
const rounded = (value: number) => Number(value.toFixed(digits))
const cornersText = (corners: readonly Position[]) =>
  corners.map(([lng, lat]) => `${lat},${lng}`).join('\n')
const textOf = (ground: SeenGround) => ringsOf(ground).map(cornersText).join('\n\n')
/** Ground from lines of 'lat,lng', a hole after an empty one; null while one of them is none. */
function groundOfText(text: string): Ground | null {
  const rings = toHalfWidth(text)
    .split(/\n[ \t]*\n/)
    .map((part) =>
      part
        .split(/[\n;]+/)
        .map((line) => line.trim())
        .filter(Boolean)
        .map(parseLatLng),
    )
    .filter(({ length }) => length > 0)
  if (rings.some((ring) => ring.includes(null))) return null
  return groundFrom(rings.map((ring) => ring.map((pair): Position => [pair![1], pair![0]])))
}
interface Drawn {
  geometry: { coordinates: number[][][] }
}

/**
 * Ground drawn on the map corner by corner, or typed as coordinates: for the keyboard, and for what
 * a surveyor sends.
 */
export default function PolygonDraw(props: InputProps) {
  const { row } = props
  const current = useCurrentBase()
  const { data, plots, edges, isPending } = usePlotsAround()
  const map = useBaseMap()
  const isBase = props.entity.name === area.name
  const own = row?.id
  const base = isBase ? (own ?? current) : typeof row?.areaId === 'number' ? row.areaId : current
  const said = isBase ? row?.latlng : row?.landCenter
  const center = parseLatLng(typeof said === 'string' ? said : null)
  const around = firstSeen(data, base, isBase && own ? null : center && [center[1], center[0]])
  const neighbours = useMemo(
    () => (isBase ? plots : plots.filter((one) => one.id !== own)),
    [plots, isBase, own],
  )
  const bounds = useMemo(
    () => (isBase ? edges.filter((one) => one.id !== own) : edges),
    [edges, isBase, own],
  )
  if (isPending || map.isPending) return <ListSkeleton rows={4} />
  return (
    <Draw
      {...props}
      map={map}
      around={around}
      base={base}
      neighbours={neighbours}
      bases={data}
      edges={bounds}
    />
  )
}

interface DrawProps extends InputProps {
  map: BaseMap
  /** Where it begins while nothing is drawn, and after another base was chosen. */
  around: readonly Position[]
  base: number | null
  neighbours: readonly Plot[]
  bases: readonly BaseState[]
  /** Where bases end. */
  edges: readonly Plot[]
}
function Draw({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  map: { source, shownAt, placeOf },
  around,
  base,
  neighbours,
  bases,
  edges,
}: DrawProps) {
  const t = useLabels()
  const textId = useId()
  const ground = useMemo((): Ground => (Array.isArray(value) ? (value as Ground) : []), [value])
  const corners = outlineOf(ground)
  const { box, scene, isPossible } = useScene(
    (corners.length > 0 ? corners : around).map((at) => shownAt(at)),
  )
  const [typed, setTyped] = useState<string>()
  const [drawer, setDrawer] = useState<PolygonDrawer | null>(null)
  // What the map itself told us does not go back to it.
  const shown = useRef('')
  const latest = useLatest({ onChange, ground, placeOf, around, isEmpty: corners.length === 0 })

  useEffect(() => {
    if (!scene || disabled) return
    let made: PolygonDrawer | undefined
    let isOver = false
    // Of the package's parts only this one: its controls bring a font of icons.
    void import('@antv/l7-draw/es/drawer/polygon-drawer').then(({ PolygonDrawer: Drawer }) => {
      if (isOver) return
      made = new Drawer(scene, { multiple: false, maxCount: 1, history: false } as never)
      made.on('change' as never, (drawn: Drawn[]) => {
        const ring = drawn[0]?.geometry.coordinates[0] ?? []
        const next = ring.slice(0, -1).map(([lng, lat]): Position => {
          const [x, y] = latest.current.placeOf([lng!, lat!])
          return [rounded(x), rounded(y)]
        })
        shown.current = textOf(next)
        setTyped(undefined)
        const holes = holesOf(latest.current.ground)
        latest.current.onChange(next.length >= 3 ? groundFrom([next, ...holes]) : null)
      })
      made.enable()
      setDrawer(made)
    })
    return () => {
      isOver = true
      shown.current = ''
      setDrawer(null)
      made?.destroy()
    }
  }, [scene, disabled, latest])
  useHoles(scene, ground, shownAt)
  useNeighbours(scene, neighbours, shownAt)
  useEdges(scene, edges, shownAt)
  const shownBase = useRef(base)
  useEffect(() => {
    if (!scene || shownBase.current === base) return
    shownBase.current = base
    const bounds = boundsOf(latest.current.around.map((at) => shownAt(at)))
    if (latest.current.isEmpty && bounds)
      scene.fitBounds(bounds, { padding: 48, animate: false } as never)
  }, [scene, base, shownAt, latest])
  useEffect(() => {
    const text = textOf(corners)
    if (!drawer || text === shown.current) return
    shown.current = text
    drawer.setData(
      corners.length < 3
        ? []
        : ([
            {
              type: 'Feature',
              properties: {},
              geometry: {
                type: 'Polygon',
                coordinates: [ringOf(corners.map((at) => shownAt(at)))],
              },
            },
          ] as never),
    )
  }, [drawer, corners, shownAt])

  const clear = () => {
    setTyped(undefined)
    onChange(null)
    drawer?.enable()
  }
  return (
    <div className="map-draw">
      {!disabled && scene && (
        <PlaceSearch
          bases={bases}
          onPick={(at) => scene.setZoomAndCenter(soughtZoom, shownAt(at))}
        />
      )}
      <div ref={box} className="map-box" role="application" aria-label={t('kit:map.draw')}>
        {!isPossible && <p className="map-none">{t('kit:map.impossible')}</p>}
        {scene && <BaseGround scene={scene} source={source} />}
      </div>
      <div className="map-bar">
        <GroundText corners={ground} />
        <Button size="small" disabled={disabled || corners.length === 0} onClick={clear}>
          {t('kit:map.clear')}
        </Button>
      </div>
      <label htmlFor={id ?? textId}>{t('kit:map.typed')}</label>
      <Input.TextArea
        id={id ?? textId}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={typed ?? textOf(ground)}
        disabled={disabled}
        placeholder={t('kit:map.example')}
        status={statusOf(invalid || typed !== undefined)}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const next = groundOfText(target.value)
          const isWhole =
            next !== null && (next.length === 0 || ringsOf(next).every(({ length }) => length >= 3))
          setTyped(isWhole && textOf(next) === target.value ? undefined : target.value)
          // Half a corner is no corner: the form says so when it is left.
          onChange(isWhole ? (next.length ? next : null) : target.value)
        }}
        onBlur={() => {
          if (Array.isArray(value) || value === null) setTyped(undefined)
          onBlur?.()
        }}
      />
    </div>
  )
}
