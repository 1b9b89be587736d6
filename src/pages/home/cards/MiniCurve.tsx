import { useTranslation } from 'react-i18next'
import type { ExploredSeries } from '#contract/telemetry/explore-calls.ts'
import type { DrawnChannel } from '#src/features/telemetry/channel-series.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'

const [width, height, left, bottom, top] = [360, 132, 40, 18, 8]

/** A curve over its whole span, with its range and its mean below; a silence is a hole. */
export function MiniCurve({
  curve,
  summary,
  from,
  to,
  zone,
}: {
  curve: DrawnChannel
  summary: ExploredSeries['summary']
  from: string
  to: string
  zone: string
}) {
  const { t } = useTranslation('home')
  const { reading, points } = curve
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length === 0) return <p className="home-note">{t('curves.silent')}</p>
  const spread = Math.max(Math.max(...values) - Math.min(...values), reading.leastSpan ?? 0, 1e-9)
  const middle = (Math.max(...values) + Math.min(...values)) / 2
  const low = reading.isAmount || reading.isBearing ? 0 : middle - spread / 2
  const high = reading.isBearing
    ? 360
    : reading.isAmount
      ? Math.max(...values, reading.leastSpan ?? 0, 1e-9)
      : middle + spread / 2
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const x = (ms: number) => left + ((ms - begin) / (end - begin)) * (width - left - 8)
  const y = (value: number) =>
    height - bottom - ((value - low) / (high - low)) * (height - bottom - top)
  // A line between directions would pass through those that nobody saw: each is a dot.
  const path = points
    .map(({ at, value }, i) =>
      value === null
        ? ''
        : reading.isBearing
          ? `M${x(at.getTime()).toFixed(1)} ${y(value).toFixed(1)}h0`
          : `${i === 0 || points[i - 1]!.value === null ? 'M' : 'L'}${x(at.getTime()).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('')
  const say = (value: number | null | undefined) =>
    value === null || value === undefined
      ? '–'
      : `${value.toFixed(reading.decimals)} ${reading.unit ?? ''}`.trim()
  const figures = [
    !reading.isBearing && t('curves.range', { low: say(summary?.min), high: say(summary?.max) }),
    reading.isAmount
      ? t('curves.sum', { value: say(summary?.sum) })
      : t('curves.mean', { value: say(summary?.mean) }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <svg
        className="home-curve"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${curve.name}: ${figures}`}
      >
        {[low, (low + high) / 2, high].map((value) => (
          <g key={value}>
            <path d={`M${left} ${y(value).toFixed(1)}H${width - 8}`} className="home-grid" />
            <text x={left - 6} y={y(value) + 4} textAnchor="end">
              {value.toFixed(reading.decimals)}
            </text>
          </g>
        ))}
        {[0, 1, 2, 3, 4].map((part) => {
          const ms = begin + ((end - begin) * part) / 4
          const said = momentOf(new Date(ms).toISOString(), zone)
          return (
            <text
              key={part}
              x={x(ms)}
              y={height - 4}
              textAnchor={part === 0 ? 'start' : part === 4 ? 'end' : 'middle'}
            >
              {end - begin > 30 * 3_600_000 ? said.slice(5, 10) : said.slice(11, 16)}
            </text>
          )
        })}
        <path d={path} className={reading.isBearing ? 'home-line home-dots' : 'home-line'} />
      </svg>
      <small>{figures}</small>
    </>
  )
}
