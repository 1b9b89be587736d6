import { edgeOfDay } from '#src/kit/fields/date/day-text.ts'

const hourMs = 3_600_000
/** Lengths up to now, in ms. */
export const lengths = {
  hours6: 6 * hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
  year: 365 * 24 * hourMs,
} as const
export type Length = keyof typeof lengths
/**
 * What is looked at: a length up to now, or whole days from the first to the last (`YYYY-MM-DD`).
 */
export type Span = Length | readonly [first: string, last: string]

/** First and last instant of a span, ISO 8601; days begin and end on the tenant's clock. */
export function boundsOf(span: Span, zone: string, now: number): { from: string; to: string } {
  if (typeof span !== 'string')
    return { from: edgeOfDay(span[0], 'start', zone), to: edgeOfDay(span[1], 'end', zone) }
  return { from: new Date(now - lengths[span]).toISOString(), to: new Date(now).toISOString() }
}
export const lengthOf = (span: Span): number =>
  typeof span === 'string' ? lengths[span] : Date.parse(span[1]) - Date.parse(span[0]) + lengths.day
