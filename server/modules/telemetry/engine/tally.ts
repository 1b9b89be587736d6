import { bearingNames, counterNames } from '#contract/devices/index.ts'
import { grownBy } from './figures.ts'
import type { Report } from './reports.ts'

/** What hours and days of every time zone are made of. */
const quarterMs = 15 * 60_000
/** Of these more is counted than of the rest. */
const special: ReadonlyMap<string, 'bearing' | 'counter'> = new Map([
  ...bearingNames.map((name) => [name, 'bearing'] as const),
  ...counterNames.map((name) => [name, 'counter'] as const),
])
const radians = Math.PI / 180

/**
 * What reports come to for each channel of a device within a quarter of an hour, column by column:
 * an hour or a day of a batch is then a row or two instead of all its values. A channel of two lists
 * has a row for each.
 */
export class Tally {
  readonly devices: number[] = []
  readonly metrics: string[] = []
  readonly counts: number[] = []
  readonly lows: number[] = []
  readonly highs: number[] = []
  readonly sums: number[] = []
  readonly firstAts: number[] = []
  readonly firsts: number[] = []
  readonly lastAts: number[] = []
  readonly lasts: number[] = []
  readonly clocks: number[] = []
  /** Sums of sines and cosines, of directions alone. */
  readonly easts: number[] = []
  readonly norths: number[] = []
  /**
   * How far a meter had counted on at the row's first and last value, from the batch's first value of
   * it on: over any rows the highest less the lowest is what it counted within them.
   */
  readonly froms: number[] = []
  readonly tos: number[] = []
  /** Where the meters of the device stood last, and how far they had counted. */
  readonly #meters = new Map<string, { value: number; counted: number }>()
  /** Of the quarter of an hour that is being counted: the first row of each list of channels. */
  readonly #rows = new Map<readonly string[], number>()
  #device = -1
  #quarter = -1

  /** Reports come in the order of device and time. */
  add({ device, at, clock, metrics, values }: Report): void {
    const quarter = Math.floor(at / quarterMs)
    if (device !== this.#device || quarter !== this.#quarter) {
      this.#rows.clear()
      if (device !== this.#device) this.#meters.clear()
      this.#device = device
      this.#quarter = quarter
    }
    let first = this.#rows.get(metrics)
    if (first === undefined) {
      first = this.devices.length
      this.#rows.set(metrics, first)
      for (const [i, metric] of metrics.entries()) this.#begin(device, at, metric, values[i]!)
    }
    for (let i = 0, n = first; i < metrics.length; i++, n++) {
      const value = values[i]!
      this.counts[n]!++
      this.sums[n]! += value
      if (value < this.lows[n]!) this.lows[n] = value
      if (value > this.highs[n]!) this.highs[n] = value
      this.lastAts[n] = at
      this.lasts[n] = value
      this.clocks[n] = clock
      const kind = special.get(metrics[i]!)
      if (kind === undefined) continue
      if (kind === 'counter') this.#count(n, metrics[i]!, value)
      else {
        this.easts[n]! += Math.sin(value * radians)
        this.norths[n]! += Math.cos(value * radians)
      }
    }
  }
  #count(row: number, metric: string, value: number): void {
    const stood = this.#meters.get(metric)
    const counted = stood ? stood.counted + grownBy(stood.value, value) : 0
    this.#meters.set(metric, { value, counted })
    if (this.counts[row] === 1) this.froms[row] = counted
    this.tos[row] = counted
  }
  #begin(device: number, at: number, metric: string, value: number): void {
    this.devices.push(device)
    this.metrics.push(metric)
    this.counts.push(0)
    this.lows.push(value)
    this.highs.push(value)
    this.sums.push(0)
    this.firstAts.push(at)
    this.firsts.push(value)
    this.lastAts.push(at)
    this.lasts.push(value)
    this.clocks.push(0)
    this.easts.push(0)
    this.norths.push(0)
    this.froms.push(0)
    this.tos.push(0)
  }
}
