import { lines, text } from '../field.ts'

const clock = () => text({ required: true, max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/ })
/**
 * A span of the tenant's clock: weekdays as digits, 1 Monday to 7 Sunday, none for every day. Over
 * midnight where the end is not after the beginning; it belongs to the day on which it begins.
 */
export interface ActiveSpan {
  days?: string | null | undefined
  from: string
  to: string
}
/** When a rule is in force; no spans at all: always. */
export const activeHours = () =>
  lines({ days: text({ max: 7, pattern: /^[1-7]*$/ }), from: clock(), to: clock() }, { max: 7 })

const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()
/** What day and time the zone's clock shows. */
function localTime(at: number, zone: string): { day: number; time: string } {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const parts = format.formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)!.value
  return { day: names.indexOf(of('weekday')) + 1, time: `${of('hour')}:${of('minute')}` }
}
/** Whether any of the spans holds at a moment, in ms. */
export function isActiveAt(
  spans: readonly ActiveSpan[] | null | undefined,
  zone: string,
  at: number,
): boolean {
  if (!spans || spans.length === 0) return true
  const { day, time } = localTime(at, zone)
  return spans.some(({ days, from, to }) => {
    const isOf = (one: number) => !days || days.includes(String(one))
    if (from < to) return isOf(day) && time >= from && time < to
    return time >= from ? isOf(day) : time < to && isOf(day === 1 ? 7 : day - 1)
  })
}
