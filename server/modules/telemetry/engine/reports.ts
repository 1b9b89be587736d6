import { microseconds } from '#server/db/binary.ts'
import type { Clock } from './device-time.ts'
import type { Moment, Point } from './read-message.ts'
import type { Incoming } from './store.ts'

const hourMs = 3_600_000

/** What a message says of one moment: a row of `telemetry_report`. */
export class Report implements Moment {
  readonly message: Incoming
  readonly at: number
  readonly clock: Clock
  readonly metrics: readonly string[]
  readonly values: readonly number[]
  /** Further reports of one moment that say more than the first count on from 0. */
  readonly part: number
  constructor(message: Incoming, { at, clock, metrics, values }: Moment, part = 0) {
    this.message = message
    this.at = at
    this.clock = clock
    this.metrics = metrics
    this.values = values
    this.part = part
  }
  get device(): number {
    return this.message.device
  }
  get arrivedAt(): number {
    return this.message.arrivedAt ?? this.message.receivedAt
  }
  /** The device and the moment, to the microsecond. */
  get key(): string {
    return `${this.device} ${microseconds(this.at)}`
  }
}

const isSameMoment = (a: Report, b: Report) =>
  a.device === b.device && microseconds(a.at) === microseconds(b.at)
/**
 * Rows in one order everywhere, so that two processes with the same devices never wait for each
 * other in a circle.
 */
export const inOrder = (a: Report, b: Report) => a.device - b.device || a.at - b.at

/** Cut where another moment begins or a channel comes again. */
function momentsOf(points: readonly Point[]): Moment[] {
  const moments: { at: number; clock: Clock; metrics: string[]; values: number[] }[] = []
  for (const { at, clock, metric, value } of points) {
    let last = moments.at(-1)
    if (last?.at !== at || last.clock !== clock || last.metrics.includes(metric))
      moments.push((last = { at, clock, metrics: [], values: [] }))
    last.metrics.push(metric)
    last.values.push(value)
  }
  return moments
}
/**
 * How many values a message brings. Here and below its points are asked for only where it has no
 * moments: of one that was read moment by moment each asking makes them anew.
 */
export function countOf(message: Incoming): number {
  const { moments } = message
  if (!moments) return message.points.length
  let count = 0
  for (const { metrics } of moments) count += metrics.length
  return count
}
/** The hours that messages speak of, in ms. */
export function timesOf(messages: readonly Incoming[]): Set<number> {
  const times = new Set<number>()
  let last = -1
  for (const message of messages)
    for (const { at } of message.moments ?? message.points) {
      const hour = Math.floor(at / hourMs)
      if (hour !== last) times.add((last = hour) * hourMs)
    }
  return times
}
/** What messages say, moment for moment; of one moment in the order in which they came. */
export function reportsOf(messages: readonly Incoming[]): Report[] {
  const reports: Report[] = []
  for (const message of messages)
    for (const moment of message.moments ?? momentsOf(message.points))
      reports.push(new Report(message, moment))
  return reports.sort(inOrder)
}
/** The first of each moment, and those that say more about one; `reports` are in order. */
export function byMoment(reports: readonly Report[]): {
  first: readonly Report[]
  later: readonly Report[]
} {
  const isLater = (report: Report, i: number) => i > 0 && isSameMoment(reports[i - 1]!, report)
  return reports.some(isLater)
    ? {
        first: reports.filter((one, i) => !isLater(one, i)),
        later: reports.filter(isLater),
      }
    : { first: reports, later: [] }
}
