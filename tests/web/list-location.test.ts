import { describe, expect, test } from 'vitest'
import { stockBalance } from '#contract/inventory/stock.ts'
import { readLocation, writeLocation } from '#src/kit/list/location/list-location.ts'

const names = ['warehouseId', 'inStockFlag', 'warning']
const usual = { inStockFlag: 1 }
const read = (search: string) => readLocation(search, stockBalance, names, 10, usual)
const write = (search: string, filters: Record<string, unknown>) =>
  writeLocation(search, { ...read(search), filters }, names, 10, usual)

describe('what a list is usually narrowed by', () => {
  test('holds where the address asks for nothing, and stays out of it', () => {
    expect(read('').filters).toEqual(usual)
    expect(read('?page=3&sort=quantity,desc').filters).toEqual(usual)
    expect(write('?page=3', usual)).toBe('page=3')
  })
  test('is taken away for good: a reload and a copied link agree', () => {
    const without = write('', {})
    expect(without).toBe('filter=none')
    expect(read(`?${without}`).filters).toEqual({})
    expect(write(`?${without}`, usual)).toBe('')
  })
  test('adds nothing to an address that asks for something', () => {
    expect(read('?warning=low').filters).toEqual({ warning: 'low' })
    expect(write('', { ...usual, warehouseId: 3 })).toBe('warehouseId=3&inStockFlag=1')
    expect(write('?filter=none', { warehouseId: 3 })).toBe('warehouseId=3')
  })
  test('leaves other lists as they were', () => {
    const place = readLocation('', stockBalance, names, 10)
    expect(place.filters).toEqual({})
    expect(writeLocation('?open=show', { ...place, filters: { warning: '' } }, names, 10)).toBe(
      'open=show',
    )
  })
})
