import type { Scene } from '@antv/l7'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { groundFrom, ringsOf, type Position, type SeenGround } from '#contract/ground.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { worldOf } from '#src/lib/mercator.ts'
import { Overlay } from '../Overlay.tsx'
import { pixelOf, type View } from '../use-view.ts'
import { snapped } from './snap.ts'

interface Shared {
  scene: Scene
  /** What lies beside it, to which corners are drawn. */
  others: readonly (readonly Position[])[]
  project: (at: Position) => Position
  unproject: (at: Position) => Position
}
interface OutlineEditorProps extends Shared {
  ground: SeenGround
  /** While a corner is under the finger. */
  onLive: (ground: SeenGround) => void
  onChange: (ground: SeenGround) => void
}
interface HandlesProps extends Shared {
  /** 0: the outline; else which hole. */
  hole: number
  isFilled: boolean
  corners: readonly Position[]
  view: View
  onLive: (corners: readonly Position[]) => void
  onChange: (corners: readonly Position[]) => void
}
const rounded = ([lng, lat]: Position): Position => [Number(lng.toFixed(6)), Number(lat.toFixed(6))]
const middle = ([ax, ay]: Position, [bx, by]: Position): Position => [(ax + bx) / 2, (ay + by) / 2]
/** How far an arrow moves a corner, in pixels; with Shift ten times as far. */
const arrowPixels = 2
const arrows: Readonly<Record<string, Position>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Ground with the corners of its lines: dragged by mouse and finger, moved by arrows, added between two, taken away. */
export function OutlineEditor({ ground, onLive, onChange, ...shared }: OutlineEditorProps) {
  const rings = ringsOf(ground)
  return (
    <Overlay
      scene={shared.scene}
      draw={(view) =>
        rings.map((corners, at) => (
          <Handles
            key={at}
            {...shared}
            view={view}
            hole={at}
            // Filled as a whole, holes would be covered.
            isFilled={rings.length === 1}
            corners={corners}
            onLive={(next) => onLive(groundFrom(rings.with(at, next)))}
            onChange={(next) => onChange(groundFrom(rings.with(at, next)))}
          />
        ))
      }
    />
  )
}

function Handles(props: HandlesProps) {
  const { scene, view, hole, isFilled, corners, others, project, unproject, onLive, onChange } =
    props
  const t = useLabels({ module: 'map' })
  const of = (key: 'corner' | 'addCorner', at: number) =>
    hole === 0
      ? t(`map:manage.${key}`, { at: at + 1 })
      : t(`map:manage.${key}InHole`, { hole, at: at + 1 })
  const [live, setLive] = useState<readonly Position[] | null>(null)
  const dragged = useRef<readonly Position[] | null>(null)
  const shown = live ?? corners
  const pixels = shown.map((at) => pixelOf(view, worldOf(project(at))))
  const placeAt = (pixel: Position): Position => {
    const near = others.map((one) => one.map((at) => pixelOf(view, worldOf(project(at)))))
    const [x, y] = snapped(pixel, near) ?? pixel
    const { lng, lat } = scene.containerToLngLat([x, y])
    return rounded(unproject([lng, lat]))
  }
  const begin = (event: PointerEvent<HTMLElement>, start: readonly Position[]) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    event.stopPropagation()
    dragged.current = start
  }
  const follow = (event: PointerEvent<HTMLElement>, at: number) => {
    if (!dragged.current) return
    const box = scene.getContainer()!.getBoundingClientRect()
    const next = dragged.current.with(at, placeAt([event.clientX - box.x, event.clientY - box.y]))
    dragged.current = next
    setLive(next)
    onLive(next)
  }
  const end = () => {
    const next = dragged.current
    dragged.current = null
    setLive(null)
    if (next && next !== corners) onChange(next)
  }
  const remove = (at: number) =>
    corners.length > 3 && onChange(corners.filter((_, other) => other !== at))
  const handleKey = (event: KeyboardEvent, at: number) => {
    const by = arrows[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') remove(at)
    else if (by) {
      const far = arrowPixels * (event.shiftKey ? 10 : 1)
      const [x, y] = pixels[at]!
      const { lng, lat } = scene.containerToLngLat([x + by[0] * far, y + by[1] * far])
      onChange(corners.with(at, rounded(unproject([lng, lat]))))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const line = pixels.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <>
      <svg className="farm-map-measure" viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden>
        {isFilled && <polygon points={line} />}
        <polyline points={`${line} ${line.split(' ')[0]}`} />
      </svg>
      {pixels.map((pixel, at) => {
        const [mx, my] = middle(pixel, pixels[(at + 1) % pixels.length]!)
        const inserted = shown.toSpliced(
          at + 1,
          0,
          middle(shown[at]!, shown[(at + 1) % shown.length]!),
        )
        return (
          <span key={at}>
            <button
              type="button"
              className="map-corner"
              style={{ left: pixel[0], top: pixel[1] }}
              title={of('corner', at)}
              aria-label={of('corner', at)}
              onPointerDown={(event) => begin(event, corners)}
              onPointerMove={(event) => follow(event, at)}
              onPointerUp={end}
              onPointerCancel={end}
              onDoubleClick={() => remove(at)}
              onKeyDown={(event) => handleKey(event, at)}
            />
            {live === null && (
              <button
                type="button"
                className="map-corner map-corner-new"
                style={{ left: mx, top: my }}
                title={of('addCorner', at)}
                aria-label={of('addCorner', at)}
                onClick={() => onChange(inserted.map(rounded))}
              />
            )}
          </span>
        )
      })}
    </>
  )
}
