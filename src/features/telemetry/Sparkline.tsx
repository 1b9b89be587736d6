import type { Reading } from '#contract/devices/device-type.ts'
import type { DrawnPoint } from './channel-series.ts'

const [width, height] = [120, 32]
/** A curve without axes: which way it went. A silence is a hole. */
export function Sparkline({
  points,
  from,
  to,
  label,
  reading,
}: {
  points: readonly DrawnPoint[]
  reading: Reading
  from: string
  to: string
  label: string
}) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return null
  const [low, high] = reading.isBearing ? [0, 360] : [Math.min(...values), Math.max(...values)]
  const x = (at: Date) =>
    (((at.getTime() - Date.parse(from)) / (Date.parse(to) - Date.parse(from))) * width).toFixed(1)
  const y = (value: number) =>
    (high === low
      ? height / 2
      : height - 2 - ((value - low) / (high - low)) * (height - 4)
    ).toFixed(1)
  // A line between directions would pass through those that nobody saw: each is a dot.
  const path = points
    .map(({ at, value }, i) =>
      value === null
        ? ''
        : reading.isBearing
          ? `M${x(at)} ${y(value)}h0`
          : `${i === 0 || points[i - 1]!.value === null ? 'M' : 'L'}${x(at)} ${y(value)}`,
    )
    .join('')
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={reading.isBearing ? 3 : 1.5}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
