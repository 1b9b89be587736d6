import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { taskType } from '#contract/farm/task-type.ts'
import { batch } from '#contract/planting/batch.ts'
import { batchFigures, batchMoves } from '#contract/planting/batch-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { lineBatches, movesOf } from '#contract/inventory/document-calls.ts'
import { documents, shipment } from '#contract/inventory/document.ts'
import { callOf } from '#contract/entity-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import { oneStore } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { editable, make, type Made } from './samples.ts'
import { day, refusal } from './stock.ts'

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
  await seller.call(movesOf(shipment).submit, { id })
  expect((await show(grown.id)).revenue).toBe(20)
  await expect(seller.call(callOf(batch, 'show'), { id: grown.id })).rejects.toMatchObject({
    status: 404,
  })
  const told = await seller.call(callOf(shipment, 'show'), { id })
  expect(JSON.stringify(told)).not.toContain(`"batchId":${grown.id}`)
})

/** A batch that grows, and produce without lots that lies in a warehouse. */
const loose = async () => {
  const grown = (await make(batch, mine.admin)) as Batch
  await mine.admin.call(batchMoves.start, { id: grown.id, plantedOn: day(-3) })
  const [warehouse, sku] = [await store.warehouse(), await store.sku({ type: 'produce' })]
  await store.receive(warehouse, sku, 100, 1)
  return { id: grown.id, areaId: grown.areaId, warehouse, sku }
}
type Line = Record<string, unknown>
const drafted = (warehouseId: number, lines: readonly Line[], purpose = 'sale') =>
  mine.admin.send(documents.shipment.api.create!, {
    warehouseId,
    purpose,
    occurredOn: day(),
    goods: lines,
  })
const batchesOf = (shown: { goods: unknown }) =>
  (shown.goods as { batchId: number | null }[]).map(({ batchId }) => batchId)

test('goods without lots bring a batch its income where whoever sells them names it, once', async () => {
  const grown = await loose()
  const { warehouse, sku } = grown
  const sold = await store.posted('shipment', { warehouseId: warehouse, purpose: 'sale' }, [
    { skuId: sku, quantity: 10, price: 3, batchId: grown.id },
  ])
  expect(batchesOf(sold)).toEqual([grown.id])
  expect((await show(grown.id)).revenue).toBe(30)
  const given = await store.convert(sold.id, 'return', (goods) =>
    goods.map((good) => ({ ...good, quantity: 4 })),
  )
  expect((await show(grown.id)).revenue).toBe(18)
  await store.convert(given.id, 'shipment', (goods) =>
    goods.map((good) => ({ ...good, quantity: 1 })),
  )
  expect((await show(grown.id)).revenue).toBe(21)
  const { sales } = await mine.admin.call(batchFigures, { id: grown.id })
  expect(sales!.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [1, 3],
    [-4, -12],
    [10, 30],
  ])
  // Nobody said so: nobody's.
  await store.posted('shipment', { warehouseId: warehouse, purpose: 'sale' }, [
    { skuId: sku, quantity: 1, price: 3 },
  ])
  expect((await show(grown.id)).revenue).toBe(21)
  // What is used up is not sold, whatever is said beside it.
  const used = await drafted(warehouse, [{ skuId: sku, quantity: 1, batchId: grown.id }], 'scrap')
  expect(batchesOf(used.json())).toEqual([null])
})

test('a lot says which batch it comes from, and nobody says otherwise', async () => {
  const [grown, other] = [await picked(), await loose()]
  const line = { skuId: grown.sku, quantity: 5, price: 2, lot: grown.batchCode.toLowerCase() }
  const sold = await store.posted(
    'shipment',
    { warehouseId: grown.warehouse, purpose: 'sale' },
    // The same twice is once.
    [{ ...line, batchId: grown.id }],
  )
  expect(batchesOf(sold)).toEqual([grown.id])
  expect([(await show(grown.id)).revenue, (await show(other.id)).revenue]).toEqual([10, null])
  const filled = await drafted(grown.warehouse, [line])
  expect(batchesOf(filled.json())).toEqual([grown.id])
  const wrong = await refusal(drafted(grown.warehouse, [{ ...line, batchId: other.id }]))
  expect([wrong.status, wrong.code]).toEqual([422, 'error.data_invalid'])
  expect(wrong.fields!.goods).toContain(grown.batchCode)
  // Its code may become another's: what was sold stays with it, and so does what comes back.
  await app.db.write(mine.id, (tx) =>
    sql`update batch set batch_code = ${unique('B')} where id = ${grown.id}`.execute(tx),
  )
  await store.convert(sold.id, 'return', (goods) => goods.map((good) => ({ ...good, quantity: 1 })))
  expect((await show(grown.id)).revenue).toBe(8)
})

test('batches are offered and taken that the goods can come from: of their crop, planted, in sight', async () => {
  const [first, second] = [await loose(), await loose()]
  const planned = (await make(batch, mine.admin)) as Batch
  const offered = async (sku: number, who = mine.admin) =>
    (await who.call(lineBatches, { skuIds: String(sku) }))[0]!.batches.map(({ id }) => id)
  expect(await offered(first.sku)).toEqual(expect.arrayContaining([first.id, second.id]))
  expect(await offered(first.sku)).not.toContain(planned.id)
  const refused = async (batchId: number) =>
    (
      await refusal(
        drafted(first.warehouse, [{ skuId: first.sku, quantity: 1, price: 1, batchId }]),
      )
    ).status
  expect(await refused(planned.id)).toBe(422)
  expect(await refused(9e9)).toBe(422)
  const kind = await make(taskType, mine.admin)
  // Once it was picked of a crop, it is produce of that crop.
  await app.db.write(mine.id, (tx) =>
    sql`insert into task (title, task_code, task_type_id, area_id, batch_id, harvest_sku_id, state, starts_on, ends_on, closed_at)
      select 'picked', ${unique('T')}, ${kind.id}, b.area_id, b.id, ${first.sku}, 4, current_date, current_date, now()
      from batch b where b.id = ${first.id}`.execute(tx),
  )
  expect(await offered(first.sku)).toContain(first.id)
  expect(await offered(first.sku)).not.toContain(second.id)
  expect(await refused(second.id)).toBe(422)
  // Whoever does not see a base neither chooses its batches nor takes them off a line.
  const { create, edit, list, submit } = documents.shipment.permissions
  const seller = await newMember(
    app,
    mine,
    [list, create, edit, submit, costCode].flat() as string[],
  )
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[second.areaId]}::bigint[]
      where account_id = ${seller.accountId}`.execute(tx)
    await sql`update warehouse set area_id = ${second.areaId} where id = ${first.warehouse}`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  expect(await offered(first.sku, seller)).toEqual([])
  const draft = await store.draft('shipment', { warehouseId: first.warehouse, purpose: 'sale' }, [
    { skuId: first.sku, quantity: 2, price: 5, batchId: first.id },
  ])
  const shown = await seller.call(callOf(shipment, 'show'), { id: draft.id })
  expect(batchesOf(shown as unknown as { goods: unknown })).toEqual([null])
  const mineOnly = await refusal(
    seller.send(documents.shipment.api.create!, {
      warehouseId: first.warehouse,
      purpose: 'sale',
      occurredOn: day(),
      goods: [{ skuId: first.sku, quantity: 1, price: 1, batchId: first.id }],
    }),
  )
  expect(mineOnly.status).toBe(422)
  await seller.call(callOf(shipment, 'edit'), {
    ...editable(shipment, shown),
    remark: 'looked at',
  } as never)
  expect(batchesOf(await store.show('shipment', draft.id))).toEqual([first.id])
})
