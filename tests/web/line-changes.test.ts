import { expect, test } from 'vitest'
import { compareLines, isChanged } from '#src/kit/stock/line-changes.ts'

test('lines are told apart by item, those of one item by their order', () => {
  const then = [{ skuId: 1, quantity: 4 }, { skuId: 2, quantity: 1 }, { skuId: 1, quantity: 7 }]
  const now = [{ skuId: 3, quantity: 1 }, { skuId: 1, quantity: 5 }]
  expect(compareLines(then, now)).toEqual({ before: [null, then[0]], gone: [then[1], then[2]] })
  expect(compareLines([], now)).toEqual({ before: [null, null], gone: [] })
})

test('nothing and an empty text are the same; a number and its text are not', () => {
  expect([isChanged(null, ''), isChanged(undefined, null), isChanged('', 'x'), isChanged(0, null), isChanged({ a: 1 }, { a: 1 })]).toEqual([false, false, true, true, false])
})
