import { LineLayer, type Scene } from '@antv/l7'
import type { PolygonDrawer } from '@antv/l7-draw/es/drawer/polygon-drawer'
import { Button, Input, theme } from 'antd'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
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
import { statusOf, type InputProps } from '../fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { GroundText } from './GroundText.tsx'
import { linesOf, ringOf } from './ground.ts'
import { useScene } from './use-scene.ts'
import './map.css'

const digits = 6
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
export default function PolygonDraw({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  row,
}: InputProps) {
  const t = useLabels()
  const textId = useId()
  const ground = useMemo((): Ground => (Array.isArray(value) ? (value as Ground) : []), [value])
  const corners = outlineOf(ground)
  const near = parseLatLng(typeof row?.landCenter === 'string' ? row.landCenter : null)
  const { box, scene, isPossible } = useScene(
    corners.length > 0 || !near ? corners : [[near[1], near[0]]],
  )
  const [typed, setTyped] = useState<string>()
  const [drawer, setDrawer] = useState<PolygonDrawer | null>(null)
  // What the map itself told us does not go back to it.
  const shown = useRef('')
  const latest = useLatest({ onChange, ground })

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
        const next = ring.slice(0, -1).map(([lng, lat]): Position => [rounded(lng!), rounded(lat!)])
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
  useHoles(scene, ground)
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
              geometry: { type: 'Polygon', coordinates: [ringOf(corners)] },
            },
          ] as never),
    )
  }, [drawer, corners])

  const clear = () => {
    setTyped(undefined)
    onChange(null)
    drawer?.enable()
  }
  return (
    <div className="map-draw">
      <div ref={box} className="map-box" role="application" aria-label={t('kit:map.draw')}>
        {!isPossible && <p className="map-none">{t('kit:map.impossible')}</p>}
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

/** Holes are shown while the outline is drawn: what draws knows one line. */
function useHoles(scene: Scene | null, ground: Ground): void {
  const { token } = theme.useToken()
  useEffect(() => {
    const holes = holesOf(ground)
    if (!scene || holes.length === 0) return
    const lines = new LineLayer({ autoFit: false, zIndex: 20 })
      .source(linesOf(holes.map((corners, id) => ({ id, corners }))))
      .shape('line')
      .size(2)
      .color(token.colorError)
    scene.addLayer(lines)
    return () => void scene.removeLayer(lines)
  }, [scene, ground, token])
}
