import { channelOf, type Reading } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { HistoryPoint, HistorySummary } from '#contract/equipment/device-calls.ts'

/**
 * What is known of a channel's values in a bucket: `held` is how many seconds they stand for,
 * `area` their mean times those.
 */
export interface Counted {
  metric: string
  at: string
  count: number
  held: number
  area: number
  min: number | null
  max: number | null
  sum: number | null
  /** Sums of sines and cosines over `held`; null where they were not counted. */
  east: number | null
  north: number | null
  /** What a meter counted on, and its first and last value, so that buckets can be joined. */
  grown: number
  first: number | null
  last: number | null
}

/** Vectors shorter than this point nowhere: the winds cancelled each other out. */
export const shortestVector = 1e-9

/** Direction of a vector in degrees from north, 0 up to 360; null where it has none. */
export function bearingOf(
  east: number | null,
  north: number | null,
  weight: number,
): number | null {
  if (
    east === null ||
    north === null ||
    Math.hypot(east, north) <= shortestVector * Math.max(weight, 1)
  )
    return null
  // Rounded, so that north is 0 and not a hair below 360.
  return (Math.round((((Math.atan2(east, north) * 180) / Math.PI + 360) % 360) * 1e9) / 1e9) % 360
}
export const readingAt = (deviceType: string, metric: string): Reading | undefined =>
  channelOf(deviceTypeNamed(deviceType), metric)?.reading

/** Several buckets of one channel, oldest first, as one. */
export function joined(parts: readonly Counted[]): Counted {
  const first = parts[0]!
  const all: Counted = { ...first }
  for (const part of parts.slice(1)) {
    const [min, max] = [
      Math.min(all.min ?? Infinity, part.min ?? Infinity),
      Math.max(all.max ?? -Infinity, part.max ?? -Infinity),
    ]
    // What was counted between two buckets belongs to the later one.
    const between = all.last === null || part.first === null ? 0 : grownBy(all.last, part.first)
    Object.assign(all, {
      count: all.count + part.count,
      held: all.held + part.held,
      area: all.area + part.area,
      sum: (all.sum ?? 0) + (part.sum ?? 0),
      grown: all.grown + part.grown + between,
      min: Number.isFinite(min) ? min : null,
      max: Number.isFinite(max) ? max : null,
      // Directions without vectors are left out, not taken for north.
      east: all.east === null ? part.east : all.east + (part.east ?? 0),
      north: all.north === null ? part.north : all.north + (part.north ?? 0),
      first: all.first ?? part.first,
      last: part.last ?? all.last,
    })
  }
  return all
}
/** What a meter counted on from one value to the next; below it, it began at 0 again. */
export const grownBy = (before: number, after: number): number =>
  after < before ? after : after - before

/** A bucket's figures as the reading asks for them. */
export function summaryOf(
  reading: Reading | undefined,
  { count, held, area, min, max, sum, east, north, grown }: Counted,
): HistorySummary {
  if (reading?.isBearing)
    return { mean: bearingOf(east, north, held), min: null, max: null, sum: null, count }
  const perReport = count > 0 && sum !== null ? sum / count : null
  return {
    mean: reading?.isAmount || held === 0 ? perReport : area / held,
    min,
    max,
    sum: reading?.isCounter ? grown : sum,
    count,
  }
}
/** Buckets as points of a curve: those with values of their own, and a mean. */
export function pointsOf(
  reading: Reading | undefined,
  counted: readonly Counted[],
): HistoryPoint[] {
  let last: number | null = null
  return counted.flatMap((one) => {
    if (one.count === 0) return []
    const { mean, sum, ...figures } = summaryOf(reading, one)
    const between =
      !reading?.isCounter || last === null || one.first === null ? 0 : grownBy(last, one.first)
    last = one.last
    return mean === null
      ? []
      : [{ at: one.at, mean, ...figures, sum: sum === null ? null : sum + between }]
  })
}
