import { expect, test } from 'vitest'
import { productScreen } from '#contract/inventory/product.ts'
import {
  itemRead,
  labelledProduct,
  labelledSku,
  labelledUnit,
} from '#contract/inventory/sku-reading.ts'
import { storageName } from '#contract/entity.ts'
import { isResource } from '#src/kit/definition/resource.ts'
import { addressOf } from '#src/kit/record/use-opened.ts'
import { definitions } from '#src/resources/index.ts'

test('the code on a label is known from whichever list of products it was printed', () => {
  const lists = definitions
    .filter(isResource)
    .filter(({ entity }) => storageName(entity) === 'product')
  expect(lists.map(({ screen }) => screen.name).sort()).toEqual(['agricultural-manage', 'product'])
  expect(
    lists.map((list) => labelledProduct(`https://farm.example${addressOf(list, 'show', 42)}`)),
  ).toEqual([42, 42])
})

test('other addresses, other things and half a number are no product', () => {
  const at = (path: string) => labelledProduct(`https://farm.example${path}`)
  expect([
    at(`${productScreen.route}/info/7`),
    at(`${productScreen.route}?open=show&id=7&size=20`),
    at(`${productScreen.route}?open=show&id=7x`),
    at(`${productScreen.route}s?id=7`),
    at('/inventory/base/unit?open=show&id=7'),
    labelledProduct('6901234567892'),
  ]).toEqual([7, 7, null, null, null, null])
})

test('the label of a further unit is one of the product, and says which unit', () => {
  const list = definitions.filter(isResource).find(({ screen }) => screen.name === 'product')!
  const further = list.moreLabels!({
    id: 42,
    units: [
      { unitId: 3, unitIdName: '袋', ratio: 40, barcode: '6901' },
      { unitId: 4, unitIdName: '箱', ratio: 400, barcode: null },
    ],
  })
  expect(further.map(({ unit, amount, code }) => [unit, amount, code])).toEqual([
    ['袋', '× 40', '6901'],
    ['箱', '× 400', null],
  ])
  const address = `https://farm.example${addressOf(list, 'show', 42)}`
  expect(
    further
      .map(({ query }) => `${address}${address.includes('?') ? '&' : '?'}${query}`)
      .map((code) => [labelledProduct(code), labelledUnit(code)]),
  ).toEqual([
    [42, 3],
    [42, 4],
  ])
  expect([labelledUnit(address), labelledUnit('https://elsewhere.example/?unit=3')]).toEqual([
    null,
    null,
  ])
})

test('each combination has a label that names it; the product’s own names none of several', () => {
  const list = definitions.filter(isResource).find(({ screen }) => screen.name === 'product')!
  const skus = [
    { combination: '红色/大', code: 'P-1', barcode: '6902' },
    { combination: '红色/小', code: null, barcode: null },
  ]
  const further = list.moreLabels!({ id: 42, skus, units: [] })
  expect(further.map(({ unit, code }) => [unit, code])).toEqual([
    ['红色/大', '6902'],
    ['红色/小', null],
  ])
  const address = `https://farm.example${addressOf(list, 'show', 42)}`
  const codes = further.map(({ query }) => `${address}${address.includes('?') ? '&' : '?'}${query}`)
  expect(codes.map(labelledSku)).toEqual(['P-1', '红色/小'])
  const units = [{ unitId: 3, unitIdName: '袋', ratio: 40, barcode: '6901' }]
  const items = skus.map((one, at) => ({
    ...one,
    id: at + 1,
    productId: 42,
    name: `n${at}`,
    units,
  }))
  // The server looks in small letters.
  expect(codes.map((code) => itemRead(items, code.toLowerCase())?.id)).toEqual([1, 2])
  expect(itemRead(items, address)).toBeNull()
  expect(itemRead(items.slice(1), address)?.id).toBe(2)
  expect(itemRead(items.slice(1), '6901')).toMatchObject({ id: 2, scannedUnitId: 3 })
  expect(itemRead(items, '6901')).toBeNull()
})
