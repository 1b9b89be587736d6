import { expect, test } from 'vitest'
import { application } from '#contract/inventory/document.ts'
import { changedFields } from '#src/kit/record/AuditDiff.tsx'
import {
  compareLines,
  enteredColumns,
  isChanged,
  linesDiffer,
} from '#src/kit/record/line-changes.ts'

test('lines are told apart by item, those of one item by their order', () => {
  const then = [
    { skuId: 1, quantity: 4 },
    { skuId: 2, quantity: 1 },
    { skuId: 1, quantity: 7 },
  ]
  const now = [
    { skuId: 3, quantity: 1 },
    { skuId: 1, quantity: 5 },
  ]
  expect(compareLines(then, now, 'skuId')).toEqual({
    before: [null, then[0]],
    gone: [then[1], then[2]],
  })
  expect(compareLines([], now, 'skuId')).toEqual({ before: [null, null], gone: [] })
})

test('nothing and an empty text are the same; a number and its text are not', () => {
  expect([
    isChanged(null, ''),
    isChanged(undefined, null),
    isChanged('', 'x'),
    isChanged(0, null),
    isChanged({ a: 1 }, { a: 1 }),
  ]).toEqual([false, false, true, true, false])
})

test('lines differ in what people filled in: not in new ids, in what the server worked out, nor in what ties them together', () => {
  const goods = application.fields.goods!
  expect(enteredColumns(goods).of).toBe('skuId')
  expect(Object.keys(enteredColumns(goods).columns)).not.toContain('sourceLineId')
  const line = {
    id: 4,
    skuId: 1,
    skuIdName: '尿素',
    quantity: 3,
    price: 2,
    amount: 6,
    doneQuantity: 0,
  }
  const saved = { ...line, id: 9, amount: 6.01, doneQuantity: 1 }
  expect(linesDiffer(goods, [line], [saved])).toBe(false)
  expect([
    linesDiffer(goods, [line], [{ ...saved, quantity: 4 }]),
    linesDiffer(goods, [line], []),
    linesDiffer(goods, [], [line]),
  ]).toEqual([true, true, true])
  expect(
    changedFields(
      { goods: [line], sourceId: 3, sourceCode: 'SQ1' },
      { goods: [saved], sourceId: 4, sourceCode: 'SQ2' },
      application,
    ),
  ).toEqual(['sourceId'])
  // A log that says in words what was counted is no list of lines.
  expect(changedFields({ goods: null }, { goods: '尿素: 4' }, application)).toEqual(['goods'])
})
