import type { DeviceHistory, HistorySummary } from '#contract/equipment/device-calls.ts'
import type { Reading } from '#contract/devices/device-type.ts'

/**
 * A place on the curve; null where nothing came for longer than it should. A bucket's is in its
 * middle.
 */
export interface CurvePoint {
  series: string
  at: Date
  value: number | null
  low: number | null
  high: number | null
}
/** What came together from one time to another. */
export interface Bar {
  series: string
  from: Date
  until: Date
  value: number
}

/**
 * Points of a chart from an answer's series. A silence becomes a hole rather than a straight line.
 * `longestMs`: how far
 * two points may lie apart.
 */
export function curveOf(
  { series, stepMs }: DeviceHistory,
  longestMs: number,
  nameOf: (metric: string) => string,
): CurvePoint[] {
  return series.flatMap(({ metric, points }) => {
    const name = nameOf(metric)
    return points.flatMap(({ at, mean, min, max }, i) => {
      const time = Date.parse(at) + stepMs / 2
      const before = points[i - 1]
      const point: CurvePoint = {
        series: name,
        at: new Date(time),
        value: mean,
        low: min === null ? mean : Math.min(min, mean),
        high: max === null ? mean : Math.max(max, mean),
      }
      if (!before || Date.parse(at) - Date.parse(before.at) <= longestMs) return [point]
      return [
        {
          series: name,
          at: new Date(Date.parse(before.at) + stepMs / 2 + 1),
          value: null,
          low: null,
          high: null,
        },
        point,
      ]
    })
  })
}

/**
 * Widths of bars of values as they came, in ms: of rain every half minute nobody sees single
 * reports.
 */
const shortestBarMs = 15 * 60_000
/** Amounts as bars, each as wide as the time that it came in. */
export function barsOf(
  { series, stepMs }: DeviceHistory,
  nameOf: (metric: string) => string,
): Bar[] {
  const width = Math.max(stepMs, shortestBarMs)
  return series.flatMap(({ metric, points }) => {
    const bars = new Map<number, number>()
    for (const { at, sum } of points) {
      // Days begin on the tenant's clock: they are as wide as they are.
      const from = stepMs > width / 2 ? Date.parse(at) : Math.floor(Date.parse(at) / width) * width
      bars.set(from, (bars.get(from) ?? 0) + (sum ?? 0))
    }
    return [...bars].map(([from, value]) => ({
      series: nameOf(metric),
      from: new Date(from),
      until: new Date(from + width),
      value,
    }))
  })
}

/** Points with no neighbour to draw a line to. */
export const lonely = (points: readonly CurvePoint[]): CurvePoint[] => {
  const isJoined = (one: CurvePoint, other?: CurvePoint) =>
    other?.series === one.series && other.value !== null
  return points.filter(
    (one, i) =>
      one.value !== null && !isJoined(one, points[i - 1]) && !isJoined(one, points[i + 1]),
  )
}

export interface Extremes extends HistorySummary {
  series: string
}
/** What each series went through. */
export const extremesOf = (
  { series }: DeviceHistory,
  nameOf: (metric: string) => string,
): Extremes[] =>
  series.flatMap(({ metric, summary }) => (summary ? [{ series: nameOf(metric), ...summary }] : []))

const leastShare = 50
/**
 * The axis of a curve: all that is drawn, and at least so much that noise stays small, within what
 * the sensor can mean.
 */
export function domainOf(
  values: readonly number[],
  { min, max, leastSpan, isBearing, isSwitch }: Reading,
): [number, number] {
  if (isBearing) return [0, 360]
  if (isSwitch) return [0, 1]
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity)
  if (low > high) return [min, max]
  const span = Math.min(leastSpan ?? (max - min) / leastShare, max - min)
  if (high - low >= span) return [low, high]
  const from = Math.max(
    Math.min(min, low),
    Math.min((low + high - span) / 2, Math.max(max, high) - span),
  )
  return [from, from + span]
}

/** Of the axis: what a line of text over a level takes. */
const textShare = 0.08
/** Whether a level's name stands under its line, because the level above leaves it no room. */
export const isNamedUnder = (
  value: number,
  levels: readonly number[],
  [low, high]: readonly [number, number],
): boolean => levels.some((other) => other > value && other - value < (high - low) * textShare)
