import { expect, test } from 'vitest'
import { productScreen } from '#contract/inventory/product.ts'
import { labelledProduct } from '#contract/inventory/sku-calls.ts'
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
