import type { PolygonDrawer } from '@antv/l7-draw/es/drawer/polygon-drawer'
import { Button, Input } from 'antd'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Position } from '#contract/field.ts'
import { parseLatLng } from '#src/lib/coordinates.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { statusOf, type InputProps } from '../fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { GroundText } from './GroundText.tsx'
import { ringOf } from './ground.ts'
import { useScene } from './use-scene.ts'
import './map.css'

const digits = 6
const rounded = (value: number) => Number(value.toFixed(digits))
const textOf = (corners: readonly Position[]) =>
  corners.map(([lng, lat]) => `${lat},${lng}`).join('\n')
/** Corners from lines of 'lat,lng'; null while one of them is none. */
function cornersOf(text: string): Position[] | null {
  const pairs = toHalfWidth(text)
    .split(/[\n;]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map(parseLatLng)
  return pairs.every((pair) => pair !== null) ? pairs.map(([lat, lng]) => [lng, lat]) : null
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
  const corners = useMemo(() => (Array.isArray(value) ? (value as Position[]) : []), [value])
  const near = parseLatLng(typeof row?.landCenter === 'string' ? row.landCenter : null)
  const { box, scene, isPossible } = useScene(
    corners.length > 0 || !near ? corners : [[near[1], near[0]]],
  )
  const [typed, setTyped] = useState<string>()
  const [drawer, setDrawer] = useState<PolygonDrawer | null>(null)
  // What the map itself told us does not go back to it.
  const shown = useRef('')
  const change = useLatest(onChange)

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
        change.current(next.length >= 3 ? next : null)
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
  }, [scene, disabled, change])
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
        <GroundText corners={corners} />
        <Button size="small" disabled={disabled || corners.length === 0} onClick={clear}>
          {t('kit:map.clear')}
        </Button>
      </div>
      <label htmlFor={id ?? textId}>{t('kit:map.typed')}</label>
      <Input.TextArea
        id={id ?? textId}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={typed ?? textOf(corners)}
        disabled={disabled}
        placeholder={t('kit:map.example')}
        status={statusOf(invalid || typed !== undefined)}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const next = cornersOf(target.value)
          const isWhole = next !== null && (next.length === 0 || next.length >= 3)
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
