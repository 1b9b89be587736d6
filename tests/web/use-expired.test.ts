import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useExpired } from '#src/features/work/use-expired.ts'

const used = (lot: string) => [{ skuId: 7, lot, quantity: 1 }]
const refused = [{ name: '尿素', lot: 'OLD', date: '2026-01-01' }]

test('the same lots sent again say that they were used; others are asked about anew', () => {
  const { result } = renderHook(() => useExpired(refused, used('OLD')))
  const send = (lot: string) => {
    let said = {}
    act(() => {
      said = result.current.inputFor(used(lot))
    })
    return said
  }
  expect(send('OTHER')).toEqual({})
  expect(send('OTHER')).toEqual({ accepted: ['expired'] })
  expect(send('OLD')).toEqual({})
})
test('nothing is said of lots that nobody asked about', () => {
  const { result } = renderHook(() => useExpired(undefined, used('GOOD')))
  let said = {}
  act(() => {
    said = result.current.inputFor(used('GOOD'))
  })
  expect(said).toEqual({})
})
