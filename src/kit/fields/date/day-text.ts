const parts = new Map<string, Intl.DateTimeFormat>()

/** Swedish writes dates as this product does: 2026-05-04 08:15:00. */
function clock(timeZone: string): Intl.DateTimeFormat {
  let format = parts.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    parts.set(timeZone, format)
  }
  return format
}

/** A moment on the tenant's clock, wherever the browser is; what is no moment stays as it is. */
export function momentOf(iso: string, timeZone: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : clock(timeZone).format(at)
}
export const dayOf = (text: string) => text.slice(0, 10)

/** The day on the tenant's clock, of now or of another moment in milliseconds. */
export const todayIn = (timeZone: string, at = Date.now()) => dayOf(clock(timeZone).format(at))

/** The year that it is on the tenant's clock, with the dash behind it. */
export const yearNow = (timeZone: string) => clock(timeZone).format(Date.now()).slice(0, 5)
/** As a table says it: without the year while it is this one, and without seconds. */
export const shortOf = (full: string, timeZone: string): string =>
  (full.startsWith(yearNow(timeZone)) ? full.slice(5) : full).replace(/(:\d\d):\d\d$/, '$1')

/** How far the zone's clock is ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  return (
    Date.parse(`${clock(timeZone).format(at).replace(' ', 'T')}Z`) - Math.trunc(at / 1000) * 1000
  )
}

/**
 * The first or last instant of a day in the tenant's zone (docs/specification.md 1.5), as ISO 8601.
 */
export function edgeOfDay(day: string, edge: 'start' | 'end', timeZone: string): string {
  const wanted = Date.parse(`${day}T${edge === 'start' ? '00:00:00' : '23:59:59'}Z`)
  const guess = wanted - offsetMs(wanted, timeZone)
  return new Date(wanted - offsetMs(guess, timeZone)).toISOString()
}

/** A local date and time as it was typed, in the tenant's zone. */
export function instantOf(typed: string, timeZone: string): string {
  const wanted = Date.parse(`${typed.replace(' ', 'T')}Z`)
  const guess = wanted - offsetMs(wanted, timeZone)
  return new Date(wanted - offsetMs(guess, timeZone)).toISOString()
}
