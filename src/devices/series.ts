import type { DeviceHistory } from '#contract/equipment/device-calls.ts'

/** A place on the curve; null where nothing came for longer than it should. */
export interface CurvePoint { series: string; at: Date; value: number | null; low: number | null; high: number | null }

/**
 * Points of a chart from an answer's series. A silence becomes a hole rather than a straight line. `longestMs`: how far
 * two points may lie apart. `isAmount`: buckets are added up, not averaged.
 */
export function curveOf({ series }: DeviceHistory, longestMs: number, nameOf: (metric: string) => string, isAmount = false): CurvePoint[] {
  return series.flatMap(({ metric, points }) => {
    const name = nameOf(metric)
    return points.flatMap(({ at, mean, min, max, sum }, i) => {
      const time = Date.parse(at)
      const before = points[i - 1]
      const value = isAmount ? sum : mean
      const point: CurvePoint = { series: name, at: new Date(time), value, low: isAmount ? value : min, high: isAmount ? value : max }
      if (!before || time - Date.parse(before.at) <= longestMs) return [point]
      return [{ series: name, at: new Date(Date.parse(before.at) + 1), value: null, low: null, high: null }, point]
    })
  })
}

/** Points with no neighbour to draw a line to. */
export const lonely = (points: readonly CurvePoint[]): CurvePoint[] => {
  const isJoined = (one: CurvePoint, other?: CurvePoint) => other?.series === one.series && other.value !== null
  return points.filter((one, i) => one.value !== null && !isJoined(one, points[i - 1]) && !isJoined(one, points[i + 1]))
}

export interface Extremes { series: string; min: number; max: number; mean: number; sum: number }
/** What each series went through: of all values, not of the buckets' means. */
export function extremesOf({ series }: DeviceHistory, nameOf: (metric: string) => string): Extremes[] {
  return series.flatMap(({ metric, points }) => {
    if (points.length === 0) return []
    const count = points.reduce((all, point) => all + point.count, 0)
    const sum = points.reduce((all, point) => all + point.sum, 0)
    return [{ series: nameOf(metric), min: Math.min(...points.map(({ min }) => min)), max: Math.max(...points.map(({ max }) => max)), mean: sum / count, sum }]
  })
}
