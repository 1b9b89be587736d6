import { expect, test } from 'vitest'
import { choose } from '#src/kit/list/rows/selection.ts'

const ids = [11, 12, 13, 14]
test('one row is chosen and let go', () => {
  expect(choose([], ids, 12, true)).toEqual([12])
  expect(choose([11, 12], ids, 12, false)).toEqual([11])
})
test('with Shift all between, in either direction, and rows of other pages stay', () => {
  expect(choose([99, 11], ids, 13, true, 11)).toEqual([99, 11, 12, 13])
  expect(choose([14], ids, 12, true, 14)).toEqual([14, 12, 13])
  expect(choose([99, 11, 12, 13], ids, 12, false, 13)).toEqual([99, 11])
})
test('a first end that has left the page counts as none', () =>
  expect(choose([99], ids, 12, true, 99)).toEqual([99, 12]))
