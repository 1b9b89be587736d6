/**
 * A day or a moment as it travels (docs/specification.md 1.5): four digits of a year that calendars
 * have, and a day that its month has.
 */
const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):?(\d\d))?)?$/

const isReal = (parts: RegExpExecArray): boolean => {
  const [
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
    second = 0,
    zoneHour = 0,
    zoneMinute = 0,
  ] = parts.slice(1).map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return (
    year >= 1 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    zoneHour < 15 &&
    zoneMinute < 60
  )
}

/** Whether it is a day or a moment that is in some calendar, and that the database takes. */
export function isMoment(text: string): boolean {
  const parts = pattern.exec(text)
  return parts !== null && isReal(parts)
}
/** Whether it is a day and nothing more. */
export const isDay = (text: string): boolean => text.length === 10 && isMoment(text)
