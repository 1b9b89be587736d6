import { memo } from 'react'
import { bigTicks, smallTicks, type Ground, type Tick } from './place.ts'

const Ticks = ({ ticks }: { ticks: readonly Tick[] }) => (
  <div className="gantt-ticks">
    {ticks.map(({ key, left, width, text, isRest }) => (
      <small
        key={key}
        data-rest={isRest || undefined}
        style={{ insetInlineStart: left, inlineSize: width }}
      >
        <span>{text}</span>
      </small>
    ))}
  </div>
)

interface Props {
  ground: Ground
  heading: string
}
/** The line of time: months over days, or years over months. */
export const Axis = memo(function Axis({ ground, heading }: Props) {
  return (
    <div className="gantt-axis">
      <strong className="gantt-name">{heading}</strong>
      <div className="gantt-times" aria-hidden="true">
        <Ticks ticks={bigTicks(ground)} />
        <Ticks ticks={smallTicks(ground)} />
      </div>
    </div>
  )
})
