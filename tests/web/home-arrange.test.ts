import { expect, test } from 'vitest'
import { canStep, hiddenToo, layoutOf, placed, stepped } from '#src/pages/home/arrange.ts'
import { homeCards } from '#src/pages/home/cards.ts'
import { entriesOf } from '#src/pages/home/entries.ts'
import { sprayingIn } from '#src/pages/home/cards/spraying.ts'
import { homeRoles } from '#contract/home/home-calls.ts'

const begin = { left: ['a', 'b', 'c'], right: ['d'], hidden: ['e'] }

test('a card goes one step, to the other column, before another, and away', () => {
  expect(stepped(begin, 'b', 'up').left).toEqual(['b', 'a', 'c'])
  expect(stepped(begin, 'a', 'down').left).toEqual(['b', 'a', 'c'])
  expect(stepped(begin, 'b', 'down').left).toEqual(['a', 'c', 'b'])
  expect(stepped(begin, 'a', 'aside')).toEqual({
    left: ['b', 'c'],
    right: ['d', 'a'],
    hidden: ['e'],
  })
  expect(stepped(begin, 'd', 'aside')).toMatchObject({ left: ['a', 'b', 'c', 'd'], right: [] })
  expect([
    canStep(begin, 'a', 'up'),
    canStep(begin, 'c', 'down'),
    canStep(begin, 'b', 'up'),
  ]).toEqual([false, false, true])
  expect(stepped(begin, 'a', 'up')).toBe(begin)
  expect(placed(begin, 'e', 'right', 'd')).toEqual({
    left: ['a', 'b', 'c'],
    right: ['e', 'd'],
    hidden: [],
  })
  expect(placed(begin, 'c', 'left', 'a').left).toEqual(['c', 'a', 'b'])
  expect(placed(begin, 'c', 'left', 'c')).toBe(begin)
  expect(hiddenToo(begin, 'b')).toEqual({ left: ['a', 'c'], right: ['d'], hidden: ['e', 'b'] })
})

test('what was kept is mended: doubles, cards that are no more, cards declared since', () => {
  const cards = [
    { code: 'a', side: 'left' as const },
    { code: 'd', side: 'right' as const },
    { code: 'new', side: 'right' as const },
  ]
  expect(
    layoutOf({ left: ['a', 'gone', 'a'], right: ['a', 'd'], hidden: [] }, 'worker', cards),
  ).toEqual({
    left: ['a'],
    right: ['d', 'new'],
    hidden: [],
  })
})

test('every role begins with what waits, and every card stands somewhere once', () => {
  for (const role of homeRoles) {
    const layout = layoutOf(null, role, homeCards)
    expect([role, layout.left[0]]).toEqual([role, 'waiting'])
    expect([...layout.left, ...layout.right, ...layout.hidden].sort()).toEqual(
      homeCards.map(({ code }) => code).sort(),
    )
  }
})

test('quick entries: those of everybody first, nothing that may not be opened, six at most', () => {
  const may = new Set(['wfpf.inventory.prment.stock', 'wfpf.farm.land'])
  const codes = (fixed: string[], chosen: string[] | null) =>
    entriesOf(fixed, chosen, 'keeper', may, 6).map(({ code }) => code)
  expect(codes(['screen:stock'], ['screen:land', 'screen:stock', 'newUser', 'no-such'])).toEqual([
    'screen:stock',
    'screen:land',
  ])
  expect(codes([], null)).toEqual(['screen:stock'])
  // Whoever may open nothing reads labels all the same.
  const [first] = entriesOf([], null, 'worker', new Set(), 6)
  expect(first).toMatchObject({ code: 'scan', to: null })
})

test('spraying is judged by the weather of now', () => {
  const fine = { temperature: 20, humidity: 70, windSpeed: 1.8, rainHour: 0 }
  const key = (more: Partial<typeof fine> & { windSpeed?: number | null }) =>
    sprayingIn({ ...fine, ...more } as typeof fine).key
  expect(key({})).toBe('good')
  expect(key({ rainHour: 0.2 })).toBe('rain')
  expect(key({ windSpeed: 3 })).toBe('windy')
  expect(key({ windSpeed: 5 })).toBe('tooWindy')
  expect(key({ windSpeed: 0.2 })).toBe('still')
  expect(key({ temperature: 30 })).toBe('hot')
  expect(key({ humidity: 39 })).toBe('dry')
  expect(sprayingIn({ ...fine, windSpeed: null }).key).toBe('unknown')
})
