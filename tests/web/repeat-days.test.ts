import { expect, it } from 'vitest'
import { repeatOn } from '#contract/work/repeat-days.ts'
import { repeatDays } from '#contract/work/task-repeat.ts'

const names = Object.values(repeatDays)
const dayMs = 86_400_000
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
type Rhythm = Parameters<typeof repeatOn>[0]
/** The days of a rhythm from its first on, one after the other. */
function daysOf(rhythm: Rhythm, most: number): string[] {
  const found: string[] = []
  for (let day = repeatOn(rhythm, rhythm.startsOn); day && found.length < most;)
    day = (found.push(day), repeatOn(rhythm, plus(day, 1)))
  return found
}

it('comes on the days that a calendar says', () => {
  const base = { startsOn: '2026-01-31', gap: null, weekdays: null, until: null } as const
  expect(daysOf({ ...base, period: 'day', gap: 3 }, 3)).toEqual([
    '2026-01-31',
    '2026-02-03',
    '2026-02-06',
  ])
  // A month without a 31st has its last day.
  expect(daysOf({ ...base, period: 'month' }, 4)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ])
  expect(daysOf({ ...base, period: 'month', gap: 12, until: '2027-12-31' }, 4)).toEqual([
    '2026-01-31',
    '2027-01-31',
  ])
  // Begun on a Wednesday: Mondays and Thursdays of each second week.
  expect(
    daysOf(
      { ...base, startsOn: '2026-11-25', period: 'week', gap: 2, weekdays: ['monday', 'thursday'] },
      4,
    ),
  ).toEqual(['2026-11-26', '2026-12-07', '2026-12-10', '2026-12-21'])
  expect(daysOf({ ...base, startsOn: '2026-11-25', period: 'week' }, 2)).toEqual([
    '2026-11-25',
    '2026-12-02',
  ])
})

it('is the first day not before any day, in one look or many', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let turn = 0; turn < 300; turn++) {
    const rhythm: Rhythm = {
      period: (['day', 'week', 'month'] as const)[random(3)]!,
      gap: random(4) === 0 ? null : 1 + random(5),
      weekdays: names.filter(() => random(3) === 0),
      startsOn: plus('2024-01-01', random(900)),
      until: random(3) === 0 ? plus('2026-01-01', random(900)) : null,
    }
    const days = daysOf(rhythm, 40)
    expect(days).toEqual([...new Set(days)].toSorted())
    for (let look = 0; look < 5; look++) {
      const from = plus(rhythm.startsOn, random(200) - 20)
      const next = days.find((day) => day >= from)
      if (next) expect([turn, from, repeatOn(rhythm, from)]).toEqual([turn, from, next])
    }
  }
})
