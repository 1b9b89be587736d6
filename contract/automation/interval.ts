/**
 * Every so many minutes of real time, from a moment on the tenant's clock:
 * '2027-03-15T06:00/PT90M'. Where clocks are put forward or back the clock times move, the length
 * does not.
 */
interface Interval {
  /** 'YYYY-MM-DDTHH:MM' */
  from: string
  minutes: number
}
/** A month of thirty days. */
export const mostIntervalMinutes = 43_200

export function intervalOf(pattern: string): Interval | null {
  const [, from, count] =
    /^(\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d)\/PT([1-9]\d{0,4})M$/.exec(pattern) ?? []
  const minutes = Number(count)
  return from && minutes <= mostIntervalMinutes ? { from, minutes } : null
}
export const intervalText = ({ from, minutes }: Interval) => `${from}/PT${minutes}M`

/** The first moment after `now`; the beginning itself is the first of all. In ms. */
export function nextInterval(begin: number, minutes: number, now: number): number {
  const step = minutes * 60_000
  return now < begin ? begin : begin + (Math.floor((now - begin) / step) + 1) * step
}
