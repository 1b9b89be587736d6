import { microseconds } from '#server/db/binary.ts'
import type { Clock } from './device-time.ts'
import type { Point } from './read-message.ts'
import type { Incoming } from './store.ts'

/** What a message says of one moment: a row of `telemetry_report`. */
export class Report {
  readonly message: Incoming
  /** Of each channel one. */
  readonly points: readonly Point[]
  /** Further reports of one moment that say more than the first count on from 0. */
  readonly part: number
  readonly at: number
  readonly clock: Clock
  constructor(message: Incoming, points: readonly Point[], part = 0) {
    this.message = message
    this.points = points
    this.part = part
    this.at = points[0]!.at
    this.clock = points[0]!.clock
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

/** Points of one message, cut where another moment begins or a channel comes again. */
function addOf(message: Incoming, reports: Report[]): void {
  const { points } = message
  let begins = 0
  for (let i = 1; i <= points.length; i++) {
    const [point, first] = [points[i], points[begins]!]
    if (point?.at === first.at && point.clock === first.clock) {
      let n = begins
      while (points[n]!.metric !== point.metric) n++
      if (n === i) continue
    }
    const isAll = begins === 0 && i === points.length
    reports.push(new Report(message, isAll ? points : points.slice(begins, i)))
    begins = i
  }
}
/** What messages say, moment for moment; of one moment in the order in which they came. */
export function reportsOf(messages: readonly Incoming[]): Report[] {
  const reports: Report[] = []
  for (const message of messages) if (message.points.length > 0) addOf(message, reports)
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
