import { expect, test } from 'vitest'
import { decimal, money } from '#contract/field.ts'
import { decimalsIn, numberText } from '#src/kit/fields/number/number-text.ts'

const price = decimal({ max: 99_999_999, scale: 6, unit: 'yuan' })
const rate = decimal({ max: 100, scale: 6 })

test('money is read to the ten-thousandth at most, other figures as far as they go', () => {
  expect(numberText(159.903095, 'zh-CN', price)).toBe('159.9031')
  expect(numberText(159.9, 'zh-CN', price)).toBe('159.90')
  expect(numberText(0.123456, 'zh-CN', rate)).toBe('0.123456')
  expect(numberText(-1234.5, 'en-US', money({ max: 9999 }))).toBe('−1,234.50')
})

test('the rows of a column have the figures of the one that has most', () => {
  const rows = [
    { id: 1, cost: 159.903095 },
    { id: 2, cost: 3 },
  ]
  expect(decimalsIn(price, rows, 'cost')).toBe(4)
  expect(decimalsIn(price, rows.slice(1), 'cost')).toBe(2)
  expect(decimalsIn(rate, rows, 'cost')).toBe(6)
})
