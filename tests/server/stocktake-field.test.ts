import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countPack } from '#contract/inventory/counting.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { countLines, startCount } from '#contract/inventory/document-calls.ts'
import { fieldKey } from '#contract/work/field-calls.ts'
import { row } from '#server/db/database.ts'
import { oneStore } from './ground.ts'
import { newMember, unique } from './harness.ts'
import type { Document } from './stock.ts'

const { app, mine, store } = await oneStore()
const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()
const packOf = () => mine.admin.call(countPack, {})
const sheetOf = async (id: number) => (await packOf()).content.find((one) => one.id === id)!

/** A count of a warehouse that holds ten of something; drawn up a while ago. */
async function given(minutes: number) {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  await store.receive(warehouseId, skuId, 10, 2)
  const { id } = await store.draft('inventory_form', { warehouseId })
  await app.db.write(mine.id, (tx) =>
    sql`update stock_document set creation_date = ${ago(minutes)}::timestamptz where id = ${id}`.execute(
      tx,
    ),
  )
  return { warehouseId, skuId, id }
}
const second = () =>
  newMember(app, mine, [stocktake.permissions.list as string, stocktake.permissions.edit as string])

test('what can be counted goes along whole, with the codes that a scanner reads', async () => {
  const { id, skuId } = await given(60)
  const draft = await sheetOf(id)
  // Not begun: what will be on the sheet, and nothing of what the books say.
  expect(draft.goods).toMatchObject([{ skuId, counted: null, booked: null }])
  expect(draft.goods[0]!.id).toBeLessThan(0)
  expect((await packOf()).items.map((item) => item.id)).toContain(skuId)
  await store.move('inventory_form', 'start', id)
  const begun = await sheetOf(id)
  expect(begun.goods).toMatchObject([{ skuId, booked: 10 }])
  expect(begun.goods[0]!.id).toBeGreaterThan(0)
  await mine.admin.call(countLines, { id, lines: [{ id: begun.goods[0]!.id, counted: 10 }] })
  await store.move('inventory_form', 'submit', id)
  expect(await sheetOf(id)).toBeUndefined()
})

test('a blind count does not say beforehand what the books say', async () => {
  const { warehouseId } = await given(60)
  const { id } = await store.draft('inventory_form', { warehouseId, blindFlag: 1 })
  await store.move('inventory_form', 'start', id)
  expect((await sheetOf(id)).goods).toMatchObject([{ booked: null }])
})

test('a count begun without a network has the books of the moment at which it was begun', async () => {
  const { id, warehouseId, skuId } = await given(60)
  const begun = new Date().toISOString()
  // Goods move after it was begun and before the server hears of it.
  await store.ship(warehouseId, skuId, 4)
  const started = await mine.admin.call(startCount, { id, actedAt: begun, phoneAt: begun })
  expect(started.goods).toMatchObject([{ booked: 10, moved: -4 }])
  // Of a line that the phone did not know by its number yet.
  const counted = await mine.admin.call(countLines, {
    id,
    lines: [{ skuId, lot: null, counted: 9 }],
    actedAt: new Date(Date.parse(begun) + 1).toISOString(),
  })
  expect(counted.goods).toMatchObject([{ booked: 10, counted: 9, difference: -1 }])
  await store.move('inventory_form', 'submit', id)
  expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 5 })
})

test('a count is kept with the time at which it was made, once for a key', async () => {
  const { id } = await given(60)
  const { goods } = (await mine.admin.call(startCount, {
    id,
    actedAt: ago(30),
  })) as unknown as Document
  const actedAt = ago(20)
  const words = { lines: [{ id: goods[0]!.id, counted: 9 }], actedAt, phoneAt: actedAt }
  const key = fieldKey + unique('k')
  const send = () => mine.admin.send(countLines, { id, ...words }, { 'idempotency-key': key })
  const [first, again] = [await send(), await send()]
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect((again.json() as Document).objectVersionNumber).toBe(
    (first.json() as Document).objectVersionNumber,
  )
  const kept = await app.db.read(mine.id, (tx) =>
    row<{ countedAt: string }>(
      tx,
      sql`select counted_at from stock_document_line where document_id = ${id}`,
    ),
  )
  expect(Date.parse(kept!.countedAt)).toBe(Date.parse(actedAt))
  const tooEarly = await mine.admin.send(countLines, {
    id,
    lines: [{ id: goods[0]!.id, counted: 8 }],
    actedAt: ago(40),
  })
  expect(tooEarly.statusCode).toBe(422)
  expect(Object.keys((tooEarly.json() as { fields: object }).fields)).toEqual(['actedAt'])
})

test('what was counted meanwhile is put aside by nobody unseen, not by an older count of one’s own', async () => {
  const { id } = await given(60)
  const { goods } = (await mine.admin.call(startCount, {
    id,
    actedAt: ago(50),
  })) as unknown as Document
  const line = goods[0]!.id
  const other = await second()
  await other.call(countLines, { id, lines: [{ id: line, counted: 8 }] })
  const count = (counted: number, minutes: number, more = {}) =>
    mine.admin.send(countLines, {
      id,
      lines: [{ id: line, counted, ...more }],
      actedAt: ago(minutes),
    })
  const refused = await count(7, 30)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'stocktake.counted', lines: [{ counted: 8 }] })
  expect((await count(7, 30, { over: true })).statusCode).toBe(200)
  // Another phone of the same person, put away since.
  expect((await count(6, 40)).json()).toMatchObject({ lines: [{ id: line, counted: 7 }] })

  expect((await count(8, 0)).statusCode).toBe(200)
  await store.move('inventory_form', 'submit', id)
  const closed = await count(5, 20)
  expect(closed.statusCode).toBe(409)
  expect(closed.json()).toMatchObject({ code: 'error.state', current: { auditStatus: 2 } })
})
