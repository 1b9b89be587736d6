import { Cron } from 'croner'
import { intervalOf, nextInterval } from '#contract/automation/interval.ts'

/** Later than this a moment is not made up for. */
export const lateMs = 60_000

const timer = (pattern: string, zone?: string) =>
  new Cron(isOnce(pattern) ? `${pattern}:00` : pattern, {
    mode: '5-part',
    paused: true,
    ...(zone && { timezone: zone }),
  })

/** Whether it is one moment rather than five fields. */
export const isOnce = (pattern: string) => /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(pattern)

/**
 * Whether it is five fields that some moment fits, a moment that there is, or a length of time from
 * one on.
 */
export function isCron(pattern: string): boolean {
  try {
    // A day that there is not would be taken for another.
    const moment = intervalOf(pattern)?.from ?? pattern
    if (isOnce(moment)) return new Date(`${moment}:00Z`).toISOString().startsWith(moment)
    // Seconds and nicknames (`@daily`) are no part of five fields.
    return /^\s*\S+(\s+\S+){4}\s*$/.test(pattern) && timer(pattern).nextRun() !== null
  } catch {
    return false
  }
}

/** The first moment after `from` that any of them names, in ms; null where none ever comes. */
export function nextOf(patterns: readonly string[], zone: string, from: number): number | null {
  const found = patterns.flatMap((pattern) => {
    const interval = intervalOf(pattern)
    if (!interval) return timer(pattern, zone).nextRun(new Date(from))?.getTime() ?? []
    const begin = timer(interval.from, zone).nextRun(new Date(0))
    return begin ? nextInterval(begin.getTime(), interval.minutes, from) : []
  })
  return found.length > 0 ? Math.min(...found) : null
}

const mostCounted = 10_000
/**
 * Moments from `first` to `now`, which both count: the last that is not too late, and how many went
 * by before it.
 */
export function dueOf(
  patterns: readonly string[],
  zone: string,
  first: number,
  now: number,
): { due: number | null; missed: number; last: number } {
  let missed = 0
  let last = first
  let due: number | null = null
  for (
    let at: number | null = first;
    at !== null && at <= now && missed < mostCounted;
    at = nextOf(patterns, zone, at)
  ) {
    last = at
    if (now - at > lateMs) missed++
    else due = at
  }
  return { due, missed, last }
}

/**
 * Whether the tenant's clock shows a time from `from` on and before `to`, both 'HH:MM'; over
 * midnight where `to` is the smaller.
 */
export function isQuiet(
  from: string | null,
  to: string | null,
  zone: string,
  now: number,
): boolean {
  if (!from || !to || from === to) return false
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(now))
  return from < to ? time >= from && time < to : time >= from || time < to
}
