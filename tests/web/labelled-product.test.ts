import { expect, test } from 'vitest'
import { productScreen } from '#contract/inventory/product.ts'
import { labelledProduct, labelledUnit } from '#contract/inventory/sku-calls.ts'
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
