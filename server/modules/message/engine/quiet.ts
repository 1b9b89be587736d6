import type { Quiet } from '#contract/message/ways.ts'

const hourMs = 3_600_000
const clockOf = (zone: string, at: Date) => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return {
    hour: of('hour'),
    intoHour: of('minute') * 60_000 + of('second') * 1000 + at.getMilliseconds(),
  }
}
const isWithin = ({ from, to }: Quiet, hour: number) =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to

/**
 * When the quiet hours that `at` lies in are over, by the clock of the zone; null: it lies in none.
 * Goes from hour to hour, so that a night in which clocks are set is as long as it is.
 */
export function quietUntil(quiet: Quiet | null, zone: string, at: Date): Date | null {
  if (!quiet) return null
  const now = clockOf(zone, at)
  if (!isWithin(quiet, now.hour)) return null
  let next = at.getTime() - now.intoHour
  do next += hourMs
  while (isWithin(quiet, clockOf(zone, new Date(next)).hour))
  return new Date(next)
}
