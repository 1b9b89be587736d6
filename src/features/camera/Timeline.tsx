import type { KeyboardEvent, PointerEvent } from 'react'
import type { RecordedSpan } from '#contract/camera/recording.ts'

const dayMs = 86_400_000
const stepMs = 60_000
interface TimelineProps {
  /** Midnight. */
  from: Date
  spans: readonly RecordedSpan[]
  at: Date | null
  /** Where nothing is recorded here, the camera's own card is asked. */
  isOpen: boolean
  label: string
  onChoose: (moment: Date) => void
}
/** A day from midnight to midnight: what is recorded, what is not, and what is shown. */
export function Timeline({ from, spans, at, isOpen, label, onChoose }: TimelineProps) {
  const share = (moment: number) => ((moment - from.getTime()) / dayMs) * 100
  const within = (value: number) => Math.min(100, Math.max(0, value))
  /** A moment that is recorded: in a gap, the next one, or what the card has. */
  const choose = (moment: number) => {
    const next = spans.find(({ endsOn }) => Date.parse(endsOn) > moment)
    const isRecorded = next && Date.parse(next.startsOn) <= moment
    if (isOpen && !isRecorded && moment < Date.now()) onChoose(new Date(moment))
    else if (next) onChoose(new Date(Math.max(moment, Date.parse(next.startsOn))))
  }
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    choose(from.getTime() + ((event.clientX - left) / width) * dayMs)
  }
  const handleKey = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageDown: -60, PageUp: 60 }[event.key]
    if (!steps) return
    event.preventDefault()
    choose((at ?? new Date(spans[0]?.startsOn ?? from)).getTime() + steps * stepMs)
  }
  const minutes = at ? Math.round((at.getTime() - from.getTime()) / 60_000) : 0
  return (
    <div
      className="camera-timeline"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1440}
      aria-valuenow={minutes}
      aria-valuetext={`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`}
      onPointerDown={handlePointer}
      onKeyDown={handleKey}
    >
      {spans.map(({ startsOn, endsOn }) => {
        const [begin, end] = [
          within(share(Date.parse(startsOn))),
          within(share(Date.parse(endsOn))),
        ]
        return (
          <i
            key={startsOn}
            className="camera-span"
            style={{ left: `${begin}%`, width: `max(2px, ${end - begin}%)` }}
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
  )
}
