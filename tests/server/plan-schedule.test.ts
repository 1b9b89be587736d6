import { expect, test } from 'vitest'
import { hasCircle, pushed, slackOf, type PlannedSpan } from '#contract/plan/schedule.ts'
import { dayAfter, daysBetween } from '#contract/planting/stages.ts'
import { reachedOn } from '#server/modules/planting/engine/heat.ts'

/** Numbers that come again for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const first = '2026-11-20'
function randomPlan(seed: number): PlannedSpan[] {
  const roll = dice(seed)
  const size = 1 + roll(60)
  return Array.from({ length: size }, (_one, at) => {
    const startsOn = dayAfter(first, roll(90))
    return {
      id: at + 1,
      startsOn,
      endsOn: dayAfter(startsOn, roll(12)),
      // Only what comes before it in the list: no circles.
      after: at === 0 ? [] : Array.from({ length: roll(4) }, () => 1 + roll(at)),
      lag: roll(3) === 0 ? roll(8) : 0,
      isFixed: roll(6) === 0,
    }
  })
}

test('2,000 random plans: nothing free begins before what it waits for is over, nor earlier than it was, and only what must moves', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const roll = dice(seed)
    const before = randomPlan(seed)
    // In any order of the list.
    const shuffled = before.toSorted((a, b) => ((a.id * 7919) % 61) - ((b.id * 7919) % 61))
    const floor = roll(2) === 0 ? '' : dayAfter(first, roll(60))
    const moves = new Map(pushed(shuffled, floor).map((one) => [one.id, one]))
    const after = before.map((one) => ({ ...one, ...moves.get(one.id) }))
    const byId = new Map(after.map((one) => [one.id, one]))
    for (const [at, one] of after.entries()) {
      const was = before[at]!
      if (was.isFixed) {
        expect(moves.has(one.id)).toBe(false)
        continue
      }
      expect(daysBetween(one.startsOn, one.endsOn)).toBe(daysBetween(was.startsOn, was.endsOn))
      const bounds = [
        was.startsOn,
        ...(floor ? [floor] : []),
        ...one.after.map((id) => dayAfter(byId.get(id)!.endsOn, 1 + one.lag)),
      ]
      // As early as it may: never later than its last bound.
      expect(one.startsOn).toBe(bounds.toSorted().at(-1))
    }
    // A second pass finds nothing to do.
    expect(pushed(after, floor)).toEqual([])
  }
})

test('slack is how far an item may go without moving the end, and something has none', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const spans = randomPlan(seed).map((one) => ({ ...one, isFixed: false }))
    const settled = spans.map((one) => ({
      ...one,
      ...pushed(spans).find(({ id }) => id === one.id),
    }))
    const slack = slackOf(settled)
    const end = (list: readonly PlannedSpan[]) =>
      list
        .map(({ endsOn }) => endsOn)
        .toSorted()
        .at(-1)!
    expect(Math.min(...slack.values())).toBe(0)
    const one = settled[dice(seed)(settled.length)]!
    const shiftedBy = (by: number) => {
      const moved = settled.map((each) =>
        each.id === one.id
          ? { ...each, startsOn: dayAfter(one.startsOn, by), endsOn: dayAfter(one.endsOn, by) }
          : each,
      )
      const pushes = new Map(pushed(moved).map((each) => [each.id, each]))
      return end(moved.map((each) => ({ ...each, ...pushes.get(each.id) })))
    }
    expect(shiftedBy(slack.get(one.id)!)).toBe(end(settled))
    expect(shiftedBy(slack.get(one.id)! + 1) > end(settled)).toBe(true)
  }
})

test('a circle is seen, however long', () => {
  expect(hasCircle([{ id: 1, after: [1] }])).toBe(true)
  const ring = Array.from({ length: 1000 }, (_one, at) => ({ id: at, after: [(at + 1) % 1000] }))
  expect(hasCircle(ring)).toBe(true)
  expect(hasCircle(ring.slice(1))).toBe(false)
  // What is named and not there is waited for by nobody.
  expect(hasCircle([{ id: 1, after: [2] }])).toBe(false)
})

test('warmth adds up as it was measured, and goes on as it was lately', () => {
  const measured = Array.from({ length: 20 }, (_one, at) => ({
    day: dayAfter(first, at - 20),
    warmth: at < 10 ? 5 : 10,
  }))
  const planted = dayAfter(first, -20)
  const heat = reachedOn(measured, planted)
  expect(heat(50)).toBe(dayAfter(planted, 9))
  expect(heat(150)).toBe(dayAfter(planted, 19))
  expect(heat(200)).toBe(dayAfter(planted, 24))
  // Without a station nobody can say, and in the cold it never comes.
  expect(reachedOn([], planted)(50)).toBe(null)
  expect(reachedOn([{ day: planted, warmth: 0 }], planted)(50)).toBe(null)
  expect(heat(1_000_000)).toBe(null)
})
