import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockBalance } from '#contract/inventory/stock.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newTenant, startApp, type TestApp } from './harness.ts'
import { day, Store } from './stock.ts'

let app: TestApp
let store: Store
beforeAll(async () => {
  app = await startApp()
  store = new Store(app, await newTenant(app))
})
afterAll(() => app.end())

type Step = readonly ['in', number, number | null] | readonly ['out', number]
interface Case {
  name: string
  negative?: true
  steps: readonly Step[]
  leaves: { quantity: number; value: number; average: number | null }
}
const cases: Case[] = [
  {
    name: 'the first receipt sets the average',
    steps: [['in', 10, 3]],
    leaves: { quantity: 10, value: 30, average: 3 },
  },
  {
    name: 'a second is weighed with what lies there',
    steps: [
      ['in', 10, 3],
      ['in', 30, 5],
    ],
    leaves: { quantity: 40, value: 180, average: 4.5 },
  },
  {
    name: 'an issue leaves the average',
    steps: [
      ['in', 10, 3],
      ['in', 30, 5],
      ['out', 15],
    ],
    leaves: { quantity: 25, value: 112.5, average: 4.5 },
  },
  {
    name: 'issuing everything leaves no money',
    steps: [
      ['in', 3, 3.3333],
      ['out', 1],
      ['out', 1],
      ['out', 1],
    ],
    leaves: { quantity: 0, value: 0, average: 3.333333 },
  },
  {
    name: 'an unknown price is not nothing',
    steps: [
      ['in', 10, 3],
      ['in', 10, null],
    ],
    leaves: { quantity: 20, value: 60, average: 3 },
  },
  {
    name: 'what is free counts',
    steps: [
      ['in', 10, 3],
      ['in', 10, 0],
    ],
    leaves: { quantity: 20, value: 30, average: 1.5 },
  },
  {
    name: 'what lay there at no known cost is worth what came',
    steps: [
      ['in', 10, null],
      ['in', 10, 3],
    ],
    leaves: { quantity: 20, value: 60, average: 3 },
  },
  {
    name: 'nothing known at all',
    steps: [
      ['in', 10, null],
      ['out', 4],
    ],
    leaves: { quantity: 6, value: 0, average: null },
  },
  // odoo PR 41669 makes 3.67 of this.
  {
    name: 'two owed, twenty at 3.30',
    negative: true,
    steps: [
      ['out', 2],
      ['in', 20, 3.3],
    ],
    leaves: { quantity: 18, value: 59.4, average: 3.3 },
  },
  {
    name: 'owed at a cost that turns out dearer',
    negative: true,
    steps: [
      ['in', 10, 2],
      ['out', 15],
      ['in', 10, 4],
    ],
    leaves: { quantity: 5, value: 20, average: 4 },
  },
  {
    name: 'still owed after the receipt',
    negative: true,
    steps: [
      ['in', 10, 2],
      ['out', 20],
      ['in', 4, 3],
    ],
    leaves: { quantity: -6, value: -18, average: 3 },
  },
  {
    name: 'owed and exactly delivered',
    negative: true,
    steps: [
      ['in', 1, 2],
      ['out', 3],
      ['in', 2, 5],
    ],
    leaves: { quantity: 0, value: 0, average: 5 },
  },
  {
    name: 'a third of a yuan',
    steps: [
      ['in', 3, 0.3333],
      ['in', 7, 0.1],
    ],
    leaves: { quantity: 10, value: 1.7, average: 0.17 },
  },
  {
    name: 'millions: six decimals of the average say what all of it is worth',
    steps: [
      ['in', 9_000_000.123, 0.3333],
      ['in', 0.001, 99_999],
    ],
    leaves: { quantity: 9_000_000.124, value: 2_999_799.04, average: 0.333311 },
  },
]
test.each(cases)('$name', async ({ negative, steps, leaves }) => {
  const warehouse = await store.warehouse(negative ? 1 : 0)
  const sku = await store.sku()
  for (const [type, quantity, price = null] of steps)
    await (type === 'in'
      ? store.receive(warehouse, sku, quantity, price)
      : store.ship(warehouse, sku, quantity))
  const left = await store.balance(warehouse, sku)
  expect({ ...left, value: 0 }).toEqual({ ...leaves, value: 0 })
  // Money may be a cent off what the rounded average says, and never more.
  expect(Math.abs(left.value - leaves.value)).toBeLessThanOrEqual(0.0101)
  expect(await store.faults()).toEqual([])
})

test('what was owed is revalued by a row of its own', async () => {
  const warehouse = await store.warehouse(1)
  const sku = await store.sku()
  await store.receive(warehouse, sku, 10, 2)
  await store.ship(warehouse, sku, 15)
  await store.receive(warehouse, sku, 10, 4)
  expect((await store.ledger(sku)).map(({ lineId: _, ...entry }) => entry)).toEqual([
    { type: 'in', quantity: 10, unitCost: 2, value: 20, balanceQuantity: 10, balanceValue: 20 },
    { type: 'out', quantity: -15, unitCost: 2, value: -30, balanceQuantity: -5, balanceValue: -10 },
    { type: 'in', quantity: 10, unitCost: 4, value: 40, balanceQuantity: 5, balanceValue: 30 },
    {
      type: 'revaluation',
      quantity: 0,
      unitCost: 4,
      value: -10,
      balanceQuantity: 5,
      balanceValue: 20,
    },
  ])
})

test('a line keeps what it cost, and nothing where that is not known', async () => {
  const warehouse = await store.warehouse()
  const sku = await store.sku()
  expect((await store.receive(warehouse, sku, 10, 3)).goods[0]!.unitCost).toBe(3)
  expect((await store.receive(warehouse, sku, 10, null)).goods[0]).toMatchObject({
    unitCost: null,
    price: null,
    amount: null,
  })
  expect((await store.ship(warehouse, sku, 5)).goods[0]!.unitCost).toBe(3)
})

test('fees go to the lines by their value, and the last takes the rest', async () => {
  const warehouse = await store.warehouse()
  const [a, b, c, unknown] = [
    await store.sku(),
    await store.sku(),
    await store.sku(),
    await store.sku(),
  ]
  const made = await store.posted(
    'warehousing',
    { warehouseId: warehouse, purpose: 'purchase', otherFees: [{ name: '运费', amount: 10 }] },
    [
      { skuId: a, quantity: 1, price: 100 },
      { skuId: b, quantity: 3, price: 33.3333 },
      { skuId: unknown, quantity: 4 },
      { skuId: c, quantity: 10, price: 10 },
    ],
  )
  expect([made.goodsTotal, made.total]).toEqual([300, 310])
  expect([
    (await store.balance(warehouse, a)).value,
    (await store.balance(warehouse, b)).value,
    (await store.balance(warehouse, c)).value,
    (await store.balance(warehouse, unknown)).value,
  ]).toEqual([103.33, 103.33, 103.34, 0])
  expect(made.goods.map(({ unitCost }) => unitCost)).toEqual([103.33, 34.443333, null, 10.334])
})

test('three hundred additions of a tenth drift by nothing', async () => {
  const warehouse = await store.warehouse()
  const sku = await store.sku()
  const [first] = (await store.receive(warehouse, sku, 0.1, 0.1)).goods
  await app.db.write(store.tenant, async (tx) => {
    const { post } = await import('#server/modules/inventory/engine/post.ts')
    const { documentId } = (
      await sql<{
        documentId: number
      }>`select document_id as "documentId" from stock_document_line where id = ${first!.id}`.execute(
        tx,
      )
    ).rows[0]!
    for (let i = 0; i < 300; i++) {
      const {
        rows: [line],
      } = await sql<{
        id: number
      }>`insert into stock_document_line (document_id, position, sku_id, quantity)
        values (${documentId}, ${i + 1}, ${sku}, 0.1) returning id`.execute(tx)
      await post(tx, {
        documentId,
        warehouseId: warehouse,
        occurredOn: day(),
        by: null,
        moves: [
          {
            lineId: line!.id,
            position: i,
            skuId: sku,
            lot: '',
            expiresOn: null,
            germination: null,
            testedOn: null,
            sampleSize: null,
            type: 'in',
            quantity: 0.1,
            value: 0.01,
          },
        ],
      })
    }
  })
  expect(await store.balance(warehouse, sku)).toEqual({ quantity: 30.1, value: 3.01, average: 0.1 })
  expect(await store.faults()).toEqual([])
})

test('each receipt keeps the last day of its lot', async () => {
  const warehouse = await store.warehouse()
  const sku = await store.sku({ lotFlag: 1 })
  await store.receive(warehouse, sku, 5, 2, { lot: 'A1', expiresOn: '2030-01-31' })
  await store.receive(warehouse, sku, 5, 4, { lot: 'A2', expiresOn: '2031-01-31' })
  const page = await store.admin.call(callOf(stockBalance, 'list'), { skuId: sku, sort: 'lot,asc' })
  expect(page.content).toMatchObject([
    { lot: 'A1', expiresOn: '2030-01-31', average: 2, quantity: 5 },
    { lot: 'A2', expiresOn: '2031-01-31', average: 4, quantity: 5 },
  ])
})
