import { expect, test } from 'vitest'
import query from '#src/lib/flat-query.ts'

test('queries are read and written as qs does with flat ones', () => {
  expect(query.parse('?a=1&b=2&b=3&c=%E5%9E%84%20x')).toEqual({ a: '1', b: ['2', '3'], c: '垄 x' })
  expect(query.parse('')).toEqual({})
  expect(query.stringify({ a: 1, b: ['2', '3'], c: undefined }, { addQueryPrefix: true })).toBe(
    '?a=1&b=2&b=3',
  )
  expect(query.stringify({}, { addQueryPrefix: true })).toBe('')
})
test('names of Object’s own are names like any other', () =>
  expect(query.parse('constructor=1&__proto__=2').constructor).toBe('1'))
