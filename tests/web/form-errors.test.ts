import { expect, test } from 'vitest'
import { warehousing } from '#contract/inventory/document.ts'
import { checkBody } from '#src/kit/form/values/form-errors.ts'
import type { Translate } from '#src/kit/definition/label.ts'

const t: Translate = (key, params = {}) =>
  `${key}${
    Object.keys(params).length
      ? ` ${JSON.stringify(
          params,
          Object.keys(params).filter((name) => name !== 'ns' && name !== 'keySeparator'),
        )}`
      : ''
  }`

test('each cell of a table that is wrong is named by its line and its column', () => {
  const body = {
    occurredOn: '2026-11-20',
    warehouseId: 1,
    purpose: 'purchase',
    goods: [
      { skuId: 1, quantity: null, price: null },
      { skuId: 2, quantity: 1, price: 0.00001 },
    ],
  }
  const { errors } = checkBody(
    t,
    warehousing.fields,
    body,
    'create',
    (name) => (column) => `${name}.${column}`,
  )
  expect(errors!.goods).toContain('"at":1,"column":"goods.quantity"')
  expect(errors!.goods).toContain('"at":2,"column":"goods.price"')
})
