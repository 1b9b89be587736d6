import { msOf } from '#contract/devices/report-time.ts'

/**
 * Whose clock a time is by: 0 the device's, 1 ours because it gave none, 2 ours because its own is
 * ahead.
 */
export type Clock = 0 | 1 | 2

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How far a device's clock may be ahead of ours. */
const mostAheadMs = hourMs
/** Older values than this are refused. */
const keptDays = 3 * 365

/**
 * When a report was made, in ms. `ts`: milliseconds, seconds or ISO 8601 with a zone; left out, it
 * is now.
 */
export function timeOf(
  ts: unknown,
  now: number,
): { at: number; clock: Clock } | { refused: 'time' | 'tooOld' } {
  if (ts === undefined || ts === null) return { at: now, clock: 1 }
  const at = msOf(ts)
  if (!Number.isFinite(at) || at < 0) return { refused: 'time' }
  if (at > now + mostAheadMs) return { at: now, clock: 2 }
  if (at < now - keptDays * dayMs) return { refused: 'tooOld' }
  return { at, clock: 0 }
}
