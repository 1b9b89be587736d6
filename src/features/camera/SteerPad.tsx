import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { Direction } from '#contract/camera/viewing.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { useSteering } from './use-steering.ts'

type Way = Exclude<Direction, 'stop'>
const rose: readonly (Way | null)[] = [
  'leftUp',
  'up',
  'rightUp',
  'left',
  null,
  'right',
  'leftDown',
  'down',
  'rightDown',
]
const zooms: readonly Way[] = ['zoomIn', 'zoomOut']
const turned: Readonly<Partial<Record<Way, number>>> = {
  up: 0,
  rightUp: 45,
  right: 90,
  rightDown: 135,
  down: 180,
  leftDown: 225,
  left: 270,
  leftUp: 315,
}
const keys: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
}
/** As fast as a camera turns, of a hundred. */
const speed = 60

/** Eight directions and zoom, for as long as one is held: by pointer, or by keys. */
export function SteerPad({ camera }: { camera: number }) {
  const t = useLabels({ module: 'camera' })
  const { held, hold, release } = useSteering(camera, speed)
  const key = useRef<string | null>(null)
  const pad = useRef<HTMLDivElement>(null)
  // Its switch keeps the arrow keys for itself as long as it has the focus.
  useEffect(() => pad.current?.focus({ preventScroll: true }), [])
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const way = keys[event.key] ?? (isPress(event.key) ? (target.dataset.way as Way) : undefined)
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // While a key is held it is told again and again.
    if (key.current === event.key) return
    key.current = event.key
    hold(way)
  }
  const handleKeyUp = (event: KeyboardEvent<HTMLElement>) => {
    if (key.current !== event.key) return
    key.current = null
    release()
  }
  const button = (way: Way) => (
    <button
      key={way}
      type="button"
      className={`steer-button ${held === way ? 'steer-held' : ''}`}
      data-way={way}
      aria-label={t(`camera:steer.${way}`)}
      title={t(`camera:steer.${way}`)}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        hold(way)
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      {way in turned ? (
        <span style={{ rotate: `${turned[way]}deg` }} className="steer-arrow" aria-hidden />
      ) : (
        <LineIcon name={way === 'zoomIn' ? 'plus' : 'minus'} size={18} />
      )}
    </button>
  )
  return (
    <div
      className="steer-pad"
      ref={pad}
      tabIndex={-1}
      role="group"
      aria-label={t('camera:steer.title')}
      onKeyDown={handleKeyDown}
      onKeyUp={handleKeyUp}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        key.current = null
        release()
      }}
    >
      <div className="steer-rose">
        {rose.map((way) => (way ? button(way) : <span key="middle" className="steer-middle" />))}
      </div>
      <div className="steer-zoom">{zooms.map(button)}</div>
      <p className="steer-hint">{t('camera:steer.hint')}</p>
    </div>
  )
}
const isPress = (key: string) => key === ' ' || key === 'Enter'
