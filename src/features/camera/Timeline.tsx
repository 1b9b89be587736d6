import { useId, type KeyboardEvent, type PointerEvent } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { lastBeginning, nearest, nextBeginning, stretchAt, type Stretch } from './stretches.ts'

const dayMs = 86_400_000
const stepMs = 60_000
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -60,
  PageUp: 60,
}
interface TimelineProps {
  /** Midnight. */
  from: Date
  stretches: readonly Stretch[]
  at: Date | null
  /** Where nothing is drawn, the camera itself is asked all the same: what it has is not known. */
  isOpen: boolean
  label: string
  /** Element that tells what the rows are. */
  describedBy: string
  onChoose: (moment: Date) => void
}
/**
 * A day from midnight to midnight: above what is recorded here, below what the camera itself has,
 * and what is shown.
 */
export function Timeline({
  from,
  stretches,
  at,
  isOpen,
  label,
  describedBy,
  onChoose,
}: TimelineProps) {
  const t = useLabels({ module: 'camera' })
  const keysId = useId()
  const share = (moment: number) => ((moment - from.getTime()) / dayMs) * 100
  const within = (value: number) => Math.min(100, Math.max(0, value))
  const go = (moment: number | null) => moment !== null && onChoose(new Date(moment))
  const choose = (moment: number, isBack = false) => {
    const isAsked = isOpen && moment < Date.now()
    go(isAsked ? moment : nearest(stretches, moment, isBack))
  }
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    choose(from.getTime() + ((event.clientX - left) / width) * dayMs)
  }
  const now = at?.getTime() ?? stretches[0]?.from ?? from.getTime()
  const handleKey = (event: KeyboardEvent) => {
    const isJump = event.shiftKey && event.key.startsWith('Arrow')
    const step = steps[event.key]
    if (isJump && event.key === 'ArrowLeft') go(lastBeginning(stretches, now))
    else if (isJump && event.key === 'ArrowRight')
      go(nextBeginning(stretches, at ? now : Number.NEGATIVE_INFINITY))
    else if (event.key === 'Home') go(stretches[0]?.from ?? null)
    else if (event.key === 'End') go(stretches.at(-1)?.from ?? null)
    else if (step) choose(now + step * stepMs, step < 0)
    else return
    event.preventDefault()
  }
  const minutes = at ? Math.round((at.getTime() - from.getTime()) / 60_000) : 0
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const shown = at && stretchAt(stretches, at.getTime())
  return (
    <>
      <div
        className="camera-timeline"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${describedBy} ${keysId}`}
        aria-valuemin={0}
        aria-valuemax={1440}
        aria-valuenow={minutes}
        aria-valuetext={at ? t(`camera:rec.at.${shown?.kind ?? 'none'}`, { time }) : time}
        onPointerDown={handlePointer}
        onKeyDown={handleKey}
      >
        {stretches.map(({ kind, from: begin, to }) => {
          const [left, right] = [within(share(begin)), within(share(to))]
          return (
            <i
              key={`${kind}${begin}`}
              className="camera-span"
              data-kind={kind}
              style={{ left: `${left}%`, width: `max(2px, ${right - left}%)` }}
            />
          )
        })}
        {[0, 4, 8, 12, 16, 20].map((hour) => (
          <small key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, '0')}:00
          </small>
        ))}
        {at && <b style={{ left: `${within(share(at.getTime()))}%` }} />}
      </div>
      <span id={keysId} className="visually-hidden">
        {t('camera:rec.keys')}
      </span>
    </>
  )
}
