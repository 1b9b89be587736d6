import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batch } from '#contract/planting/batch.ts'
import { batchFigures } from '#contract/planting/batch-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { documents } from '#contract/inventory/document.ts'
import { callOf } from '#contract/entity-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import { oneStore } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make, type Made } from './samples.ts'
import { day } from './stock.ts'

const { app, mine, store } = await oneStore()
type Batch = Made & { areaId: number; batchCode: string; revenue: number | null }

/** A hundred of something picked from a batch lie in a warehouse. */
const picked = async () => {
  const grown = (await make(batch, mine.admin)) as Batch
  await app.db.write(mine.id, (tx) =>
    sql`update batch set batch_code = ${unique('B')} where id = ${grown.id}`.execute(tx),
  )
  const batchCode = (await show(grown.id)).batchCode!
  const [warehouse, sku] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
  await store.posted('warehousing', { warehouseId: warehouse, purpose: 'produce' }, [
    { skuId: sku, quantity: 100, price: 1, lot: batchCode, expiresOn: day(30) },
  ])
  return { id: grown.id, areaId: grown.areaId, batchCode, warehouse, sku }
}
const show = (id: number) => mine.admin.call(callOf(batch, 'show'), { id })
type Picked = Awaited<ReturnType<typeof picked>>
const sell = ({ warehouse, sku, batchCode }: Picked, quantity: number, price?: number) =>
  store.posted('shipment', { warehouseId: warehouse, purpose: 'sale' }, [
    // However it is written.
    { skuId: sku, quantity, lot: batchCode.toLowerCase(), ...(price !== undefined && { price }) },
  ])

test('what goods of a batch are sold for is its income, until that is taken back', async () => {
  const grown = await picked()
  const sold = await sell(grown, 10, 3.335)
  expect((await show(grown.id)).revenue).toBe(33.35)
  // Nobody knows yet what for: no income.
  await sell(grown, 5)
  expect((await show(grown.id)).revenue).toBe(33.35)
  const given = await store.convert(sold.id, 'return', (goods) =>
    goods.map((good) => ({ ...good, quantity: 4, price: 99 })),
  )
  expect((await show(grown.id)).revenue).toBe(20.01)
  // What replaces it was paid already.
  await store.convert(given.id, 'shipment', (goods) =>
    goods.map((good) => ({ ...good, quantity: 2 })),
  )
  expect((await show(grown.id)).revenue).toBe(26.68)
  const other = await sell(grown, 2, 50)
  expect((await show(grown.id)).revenue).toBe(126.68)
  await store.move('shipment', 'void', other.id, { voidReason: '写错了' })
  expect((await show(grown.id)).revenue).toBe(26.68)
  // Its page lists what that is made of: what was voided is gone, what nobody has a price for is not among it.
  const { sales } = await mine.admin.call(batchFigures, { id: grown.id })
  expect(sales!.map(({ quantity, price, amount }) => [quantity, price, amount])).toEqual([
    [2, 3.335, 6.67],
    [-4, 3.335, -13.34],
    [10, 3.335, 33.35],
  ])
  expect(sales!.every(({ documentCode, day: on }) => documentCode && on === day())).toBe(true)
  const looks = await newMember(app, mine, [batch.permissions.list as string])
  expect((await looks.call(batchFigures, { id: grown.id })).sales).toBeUndefined()
})

test('goods that are used up or sold from another lot bring a batch nothing', async () => {
  const [grown, other] = [await picked(), await picked()]
  await store.posted('shipment', { warehouseId: grown.warehouse, purpose: 'use' }, [
    { skuId: grown.sku, quantity: 5, lot: grown.batchCode, price: 7 },
  ])
  await sell(other, 5, 7)
  expect((await show(grown.id)).revenue).toBeNull()
  expect((await show(other.id)).revenue).toBe(35)
})

test('whoever sells need not see the base that it grew on, and is told nothing of it', async () => {
  const grown = await picked()
  const elsewhere = (await make(batch, mine.admin)) as Batch
  const { shipment } = documents
  const { list, create, submit } = shipment.permissions
  const codes = [list, create, submit, costCode].flat() as string[]
  const seller = await newMember(app, mine, codes)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[elsewhere.areaId]}::bigint[]
      where account_id = ${seller.accountId}`.execute(tx)
    await sql`update warehouse set area_id = ${elsewhere.areaId} where id = ${grown.warehouse}`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  const { id } = await seller.call<Made>(shipment.api.create!, {
    warehouseId: grown.warehouse,
    purpose: 'sale',
    occurredOn: day(),
    goods: [{ skuId: grown.sku, quantity: 10, lot: grown.batchCode, price: 2 }],
  })
  await seller.call(`POST /wfpf/v1/{tenant}/shipment/${id}/submit`, {})
  expect((await show(grown.id)).revenue).toBe(20)
  await expect(seller.call(callOf(batch, 'show'), { id: grown.id })).rejects.toMatchObject({
    status: 403,
  })
})
