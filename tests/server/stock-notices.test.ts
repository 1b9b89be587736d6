import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { product } from '#contract/inventory/product.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { callOf } from '#contract/entity-calls.ts'
import { stockLimit } from '#contract/inventory/stock-limit.ts'
import { messages as messagesCall } from '#contract/message/reader-calls.ts'
import type { Client } from '#server/demo/client.ts'
import { rows } from '#server/db/database.ts'
import { tellOfStock } from '#server/modules/inventory/engine/notices.ts'
import { inventoryText } from '#server/i18n/texts.ts'
import { raiseRights } from '#server/db/rights.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { make } from './samples.ts'
import { day } from './stock.ts'

const { app, mine, store } = await oneStore()
const code = stockBalance.permissions.list as string
const tell = () => app.db.write(mine.id, (tx) => tellOfStock(tx, mine.id, inventoryText))
const messages = async (member: Client) =>
  (await member.call(messagesCall, { page: 1, size: 20 })).content.map(({ subject }) => subject)

test('what runs short, expires or goes below nothing is told once, to who may look at it', async () => {
  const [keeper, elsewhere, stranger] = [
    await newMember(app, mine, [code]),
    await newMember(app, mine, [code]),
    await newMember(app, mine, ['wfpf.inventory.base.unit']),
  ]
  const base = await make(area, mine.admin)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[base.id]}::bigint[]
      where account_id = ${elsewhere.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  const [warehouseId, owing, lotted, short] = [
    await store.warehouse(),
    await store.warehouse(1),
    await store.sku({ lotFlag: 1 }),
    await store.sku(),
  ]
  await store.receive(warehouseId, short, 10, 1)
  await tell()
  expect(await messages(keeper)).toEqual([])
  const limit = await mine.admin.call(callOf(stockLimit, 'create'), {
    warehouseId,
    skuId: short,
    minimum: 20,
  })
  await store.receive(warehouseId, lotted, 3, 1, { lot: 'E1', expiresOn: day(5) })
  await store.ship(owing, short, 2)
  await tell()
  expect(await messages(keeper)).toEqual(['库存预警：3 项'])
  // Neither who sees another base alone, nor who may not look at stock.
  expect([await messages(elsewhere), await messages(stranger)]).toEqual([[], []])
  await tell()
  expect(await messages(keeper)).toHaveLength(1)
  // Over, and again.
  const edit = (minimum: number, objectVersionNumber: number) =>
    mine.admin.call(callOf(stockLimit, 'edit'), {
      id: limit.id,
      objectVersionNumber,
      warehouseId,
      skuId: short,
      minimum,
    })
  const { objectVersionNumber } = await edit(5, limit.objectVersionNumber)
  await tell()
  expect(await messages(keeper)).toHaveLength(1)
  await edit(30, objectVersionNumber)
  await tell()
  expect(await messages(keeper)).toEqual(['库存预警：1 项', '库存预警：3 项'])
})

test('what never lay there is short of its minimum; what expires may be too little as well', async () => {
  const keeper = await newMember(app, mine, [code])
  const [warehouseId, never, lotted] = [
    await store.warehouse(),
    await store.sku(),
    await store.sku({ lotFlag: 1 }),
  ]
  await tell()
  const limit = (skuId: number, minimum: number | null) =>
    mine.admin.call(callOf(stockLimit, 'create'), {
      warehouseId,
      skuId,
      minimum,
      maximum: 90,
    })
  const listed = async () =>
    (await keeper.call(callOf(stockBalance, 'list'), { warehouseId, inStockFlag: 1 })).content
  await limit(await store.sku(), null)
  const { id } = await limit(never, 5)
  expect(await listed()).toMatchObject([
    { skuId: never, quantity: 0, warning: 'low', alsoWarning: null, minimum: 5 },
  ])
  await limit(lotted, 20)
  await store.receive(warehouseId, lotted, 3, 1, { lot: 'E2', expiresOn: day(5) })
  const found = await listed()
  expect(found.map(({ skuId, lot }) => [skuId, lot]).sort()).toEqual(
    [
      [never, null],
      [lotted, 'E2'],
    ].sort(),
  )
  expect(found.find(({ skuId }) => skuId === lotted)).toMatchObject({
    warning: 'expiring',
    alsoWarning: 'low',
  })
  await tell()
  // One is short, the other is short and expires.
  expect(await messages(keeper)).toEqual(['库存预警：3 项'])
  await store.receive(warehouseId, lotted, 30, 1, { lot: 'E3', expiresOn: day(500) })
  await tell()
  expect(await messages(keeper)).toHaveLength(1)
  // A place that nothing ever lay in keeps nobody from deleting what it is of.
  const bare = await make(warehouse, mine.admin)
  const thing = await make(product, mine.admin)
  const [sku] = await app.db.read(mine.id, (tx) =>
    rows<{ id: number }>(tx, sql`select id from product_sku where product_id = ${thing.id}`),
  )
  for (const [at, what] of [
    [bare.id, never],
    [warehouseId, sku!.id],
  ] as const)
    await mine.admin.call(callOf(stockLimit, 'create'), {
      warehouseId: at,
      skuId: what,
      minimum: 5,
    })
  await mine.admin.call(callOf(warehouse, 'delete'), { id: bare.id })
  await mine.admin.call(callOf(product, 'delete'), { id: thing.id })
  await mine.admin.call(callOf(stockLimit, 'delete'), { id })
  expect((await listed()).map(({ skuId }) => skuId)).not.toContain(never)
})
