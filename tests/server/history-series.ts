import { expect } from 'vitest'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { HistorySummary } from '#contract/equipment/device-calls.ts'

type Kind = 'linear' | 'bearing' | 'counter' | 'amount' | 'switch'
export interface Series {
  type: DeviceTypeName
  metric: string
  kind: Kind
  values: [at: number, value: number][]
}
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
/** The tenant's days begin on China's clock. */
export const dayOf = (at: number) => Math.floor((at + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs
export const reportMinutes = 20

let seed = Number(process.env.FURROW_SEED ?? 41)
export const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
const next: Record<Kind, (before: number) => number> = {
  linear: (before) => Math.round((before + (random() - 0.5) * 6) * 10) / 10 + 0,
  // Around north, where a mean of degrees points south.
  bearing: () => Math.round(360 + 60 * (random() - 0.5)) % 360,
  counter: (before) =>
    random() < 0.05
      ? Math.round(random() * 20) / 10
      : Math.round((before + random() * 3) * 100) / 100,
  amount: () => (random() < 0.7 ? 0 : Math.round(random() * 80) / 10),
  switch: () => Number(random() < 0.4),
}
/** Of a meter: set back twice within minutes, which an hour's ends and extremes do not tell. */
const setBack = (value: number): number[] => [0.7, 4.1, 0.3, 2.2 + (value % 1)]
export const kinds: [DeviceTypeName, string, Kind, number][] = [
  ['gateway_weather', 'airTemperature', 'linear', 20],
  ['gateway_weather', 'windDirection', 'bearing', 0],
  ['networkPower', 'energy', 'counter', 500],
  ['gateway_weather', 'rainfall', 'amount', 0],
  ['networkPower', 'on', 'switch', 0],
]

/** From `from` to `to`, a few seconds apart, or minutes, or hours of silence. */
export function seriesOf(
  type: DeviceTypeName,
  metric: string,
  kind: Kind,
  first: number,
  from: number,
  to: number,
  pace: number,
): Series {
  const values: [number, number][] = []
  let value = first
  for (
    let at = from + Math.floor(random() * pace);
    at < to;
    at += Math.ceil(random() * (random() < 0.05 ? 15 : random() < 0.3 ? 0.05 : 1) * pace) + 1
  ) {
    value = next[kind](value)
    values.push([at, value])
    if (kind !== 'counter' || random() > 0.1) continue
    for (const other of setBack(value)) {
      at += Math.ceil(random() * 2 * minuteMs)
      if (at >= to) break
      value = other
      values.push([at, value])
    }
  }
  return { type, metric, kind, values }
}

/** By the words of docs/devices.md, value by value; nothing of the product is called. */
export function expected(
  kind: Kind,
  all: Series['values'],
  from: number,
  to: number,
  within: (at: number) => number = () => 0,
) {
  const inside = all.filter(([at]) => at >= from && at < to)
  const buckets = new Map<
    number,
    { own: number[]; area: number; held: number; east: number; north: number; grown: number }
  >()
  const of = (key: number) =>
    buckets.get(key) ??
    buckets.set(key, { own: [], area: 0, held: 0, east: 0, north: 0, grown: 0 }).get(key)!
  inside.forEach(([at, value], i) => {
    const own = of(within(at))
    own.own.push(value)
    const before = inside[i - 1]?.[1]
    if (before !== undefined) own.grown += value < before ? value : value - before
    const until = Math.min(inside[i + 1]?.[0] ?? Infinity, at + 2 * reportMinutes * minuteMs, to)
    // Walks from minute to minute, and cuts where a bucket ends.
    for (let begin = at; begin < until;) {
      const end = Math.min(until, Math.floor(begin / minuteMs) * minuteMs + minuteMs)
      const bucket = of(within(begin))
      const seconds = (end - begin) / 1000
      bucket.area += value * seconds
      bucket.held += seconds
      bucket.east += Math.sin((value * Math.PI) / 180) * seconds
      bucket.north += Math.cos((value * Math.PI) / 180) * seconds
      begin = end
    }
  })
  return new Map(
    [...buckets]
      .filter(([, { own }]) => own.length > 0)
      .map(([key, { own, area, held, east, north, grown }]) => {
        const sum = own.reduce((total, value) => total + value, 0)
        const figures: HistorySummary =
          kind === 'bearing'
            ? {
                mean: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
                min: null,
                max: null,
                sum: null,
                count: own.length,
              }
            : {
                mean: kind === 'amount' ? sum / own.length : area / held,
                min: Math.min(...own),
                max: Math.max(...own),
                sum: kind === 'counter' ? grown : sum,
                count: own.length,
              }
        return [key, figures]
      }),
  )
}
export const close = (found: HistorySummary, wanted: HistorySummary, what: unknown) => {
  for (const name of ['mean', 'min', 'max', 'sum', 'count'] as const) {
    const [one, other] = [found[name], wanted[name]]
    if (one === null || other === null) expect([what, name, one]).toEqual([what, name, other])
    // North is 0 and 360 alike.
    else
      expect(
        Math.min(
          Math.abs(one - other),
          name === 'mean' && wanted.sum === null ? Math.abs(360 - Math.abs(one - other)) : Infinity,
        ),
        `${JSON.stringify(what)} ${name}: ${one}, not ${other}`,
      ).toBeLessThan(1e-6 * Math.max(1, Math.abs(other)))
  }
}
