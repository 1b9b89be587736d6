import { expect, test } from 'vitest'
import type { PlannedPerson } from '#contract/work/people-calls.ts'
import {
  freeFirst,
  longestOf,
  spanOf,
  spanOfAll,
  tooLong,
  withAhead,
} from '#src/features/work/planned.ts'

const one = (id: number, areaId: number | null, ...hours: number[]): PlannedPerson => ({
  id,
  name: `n${id}`,
  areaId,
  days: hours.map((many, at) => ({ day: `2026-12-0${at + 1}`, hours: many, tasks: 1 })),
})

test('the days of a task are known with its first one, and its hours divided among people and days', () => {
  expect(spanOf({ startsOn: null, plannedHours: 8 })).toBeNull()
  expect(spanOf({ startsOn: '2026-12-01' })).toEqual({
    from: '2026-12-01',
    to: '2026-12-01',
    own: 0,
  })
  expect(
    spanOf({
      startsOn: '2026-12-01',
      endsOn: '2026-12-03',
      plannedHours: 24,
      leaderId: 1,
      participantIds: [2, 1],
    }),
  ).toEqual({ from: '2026-12-01', to: '2026-12-03', own: 4 })
  // What is entered wrongly is said by the form; a window stays one.
  expect(spanOf({ startsOn: '2026-12-05', endsOn: '2026-12-01' })).toMatchObject({
    to: '2026-12-05',
  })
  expect(spanOf({ startsOn: '2026-01-01', endsOn: '2027-12-01' })!.to).toBe('2026-04-02')
})

test('who is free comes first, those of the base before others, then who is planned least', () => {
  const people = [one(1, 7, 8), one(2, 9), one(3, 7, 2), one(4, null), one(5, 7), one(6, 9, 1)]
  const order = (areaId: unknown) => freeFirst(people, areaId).map(({ id }) => id)
  expect(order(7)).toEqual([4, 5, 2, 3, 1, 6])
  expect(order(null)).toEqual([2, 4, 5, 6, 3, 1])
  expect([longestOf(one(1, 7, 2, 5, 3)), longestOf(one(2, 7))]).toEqual([5, 0])
})

test('who would work longer than a day is named, with the first day of it; exactly a day is not too long', () => {
  const planned = { dayHours: 8, people: [one(1, 7, 2, 5), one(2, 7, 4), one(3, 7, 8)] }
  const span = { from: '2026-12-01', to: '2026-12-02', own: 4 }
  expect(tooLong(planned, span, [1, 2, null])).toEqual([
    { person: planned.people[0], day: '2026-12-02', planned: 5, own: 4 },
  ])
  expect(tooLong(planned, { ...span, own: 0 }, [1, 2, 3])).toEqual([])
  // Nobody else has anything for them: the task alone is too long.
  expect(tooLong(planned, { ...span, own: 9 }, [2]).map(({ day }) => day)).toEqual(['2026-12-01'])
})

test('what a plan gives out at once adds up for whoever leads it', () => {
  const planned = { dayHours: 8, people: [one(1, 7, 5), one(2, 7)] }
  const item = (leaderId: number | null, day: number, plannedHours: number | null, people = 1) => ({
    leaderId,
    startsOn: `2026-12-0${day}`,
    endsOn: `2026-12-0${day + 1}`,
    people,
    plannedHours,
  })
  const all = [item(1, 1, 4), item(1, 2, 24, 3), item(2, 2, null), item(null, 3, 90)]
  const span = spanOfAll(all)!
  expect([span.from, span.to, spanOfAll([])]).toEqual(['2026-12-01', '2026-12-04', null])
  const after = withAhead(planned, all)
  expect(after.people[0]!.days).toEqual([
    { day: '2026-12-01', hours: 7, tasks: 2 },
    { day: '2026-12-02', hours: 6, tasks: 2 },
    { day: '2026-12-03', hours: 4, tasks: 1 },
  ])
  expect(tooLong(after, span, [1, 2])).toEqual([])
  const more = withAhead(planned, [...all, item(1, 2, 5)])
  expect(tooLong(more, span, [1, 2])).toMatchObject([{ day: '2026-12-02', planned: 8.5, own: 0 }])
})
