import type { taskRepeat } from './task-repeat.ts'
import type { RowOf } from '../entity.ts'
import { repeatDays } from './task-repeat.ts'

type Rhythm = Pick<RowOf<typeof taskRepeat>, 'period' | 'gap' | 'weekdays' | 'startsOn' | 'until'>
const dayMs = 86_400_000
const names = Object.keys(repeatDays)
const numberOf = (day: string) => Math.round(Date.parse(day) / dayMs)
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)
/** 0: Monday. The first of January 1970 was a Thursday. */
const weekdayOf = (number: number) => (((number + 3) % 7) + 7) % 7

/** The same day of a later month; its last one where it is shorter. */
function monthLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10)
}

function nextByWeek({ gap, weekdays, startsOn }: Rhythm, from: number): number {
  const first = numberOf(startsOn)
  const monday = first - weekdayOf(first)
  const wanted = weekdays?.length
    ? new Set(weekdays.map((name) => names.indexOf(name)))
    : new Set([weekdayOf(first)])
  for (let day = from; ; day++) {
    const week = Math.floor((day - monday) / 7)
    if (week % (gap ?? 1) === 0 && wanted.has(weekdayOf(day))) return day
  }
}

/**
 * The first day of a rhythm that is not before a day; null when it is over. Weeks are counted from
 * Monday, months by the day of the month, the last one where a month is shorter.
 */
export function repeatOn(rhythm: Rhythm, notBefore: string): string | null {
  const { period, gap, startsOn, until } = rhythm
  const step = gap ?? 1
  const first = numberOf(startsOn)
  const from = Math.max(first, numberOf(notBefore))
  let found: string
  if (period === 'day') found = dayOf(first + Math.ceil((from - first) / step) * step)
  else if (period === 'week') found = dayOf(nextByWeek(rhythm, from))
  else {
    let months = 0
    while (numberOf(monthLater(startsOn, months)) < from) months += step
    found = monthLater(startsOn, months)
  }
  return until && found > until ? null : found
}
