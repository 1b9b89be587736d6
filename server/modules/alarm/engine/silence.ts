/** How a rule keeps quiet. `silenceMs` counts per rule and device. */
export interface Silence {
  silenceMs: number
  isRepeating: boolean
}
/** What was said so far: of this alarm, and of this rule and device; times in ms. */
export interface Told {
  now: number
  count: number
  lastAt: number | null
}

/**
 * Whether an active alarm is to be told of at this moment; a level that has risen breaks the
 * silence.
 */
export function isNoticeDue(
  { silenceMs, isRepeating }: Silence,
  { now, count, lastAt }: Told,
): boolean {
  const isQuiet = lastAt !== null && now - lastAt < silenceMs
  if (count === 0) return !isQuiet
  return isRepeating && silenceMs > 0 && !isQuiet
}

interface Span {
  from: number
  to: number
  last: number | null
  risenAt: number | null
}
/**
 * When an alarm that was active from one time to another would be told of, if nobody took note of
 * it.
 */
export function noticesDue(silence: Silence, { from, to, last, risenAt }: Span): number[] {
  const times: number[] = []
  let before = last
  for (let at = from; at < to || at === from;) {
    if (isNoticeDue(silence, { now: at, count: times.length, lastAt: before })) {
      times.push(at)
      before = at
    }
    const next = before === null ? to : before + silence.silenceMs
    const rises = risenAt !== null && risenAt > at && risenAt < Math.min(next, to)
    if (rises) {
      times.push(risenAt)
      before = risenAt
      at = risenAt
      continue
    }
    if (next <= at || (times.length > 0 && !silence.isRepeating)) break
    at = next
  }
  return times
}
