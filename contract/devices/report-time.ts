/** Below it a number can only be seconds: as milliseconds it would be in 1973. */
const secondsBelow = 1e11
/** Without its zone, a time may be any of twenty-six hours. */
const isoWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/**
 * The `ts` of a report in ms: milliseconds, seconds or ISO 8601 with a zone (docs/devices.md); NaN
 * for anything else.
 */
export function msOf(ts: unknown): number {
  if (typeof ts === 'number') return Math.round(ts < secondsBelow ? ts * 1000 : ts)
  return typeof ts === 'string' && isoWithZone.test(ts) ? Date.parse(ts) : Number.NaN
}
