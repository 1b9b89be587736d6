import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { countLines } from '#contract/inventory/document-calls.ts'
import { app, make, mine, store } from './stock-documents-ground.ts'
import { day, refusal } from './stock.ts'

const put = (table: 'warehouse' | 'product', id: number, enabledFlag: 0 | 1) =>
  app.db.write(mine.id, (tx) =>
    sql`update ${sql.table(table)} set enabled_flag = ${enabledFlag} where id = ${
      table === 'warehouse' ? id : sql`(select product_id from product_sku where id = ${id})`
    }`.execute(tx),
  )
const ground = async () => ({
  open: await store.warehouse(),
  closed: await store.warehouse(),
  skuId: await store.sku({ agriculturalFlag: 1 }),
})
const handIn = (kind: DocumentKind, id: number, language = 'zh-CN') =>
  refusal(store.admin.send(store.at(kind, 'submit', id), {}, { 'accept-language': language }))

test('a warehouse that is out of use takes nothing in, and says so at its field', async () => {
  const { open, closed, skuId } = await ground()
  await put('warehouse', closed, 0)
  const goods = [{ skuId, quantity: 2 }]
  for (const [kind, head, field] of [
    ['aplionform', { warehouseId: closed }, 'warehouseId'],
    ['warehousing', { warehouseId: closed, purpose: 'purchase' }, 'warehouseId'],
    ['input_warehousing', { warehouseId: closed, purpose: 'initial' }, 'warehouseId'],
    ['transfer', { warehouseId: open, toWarehouseId: closed }, 'toWarehouseId'],
  ] as const) {
    const said = await make(kind, { ...head, goods })
    expect([kind, said.status, Object.keys(said.fields ?? {})]).toEqual([kind, 422, [field]])
    expect(said.fields![field]).toContain('已停用')
    expect((await make(kind, { ...head, goods }, 'en-US')).fields![field]).toContain('is disabled')
  }
})

test('a draft keeps the warehouse that was put out of use, and is not handed in', async () => {
  const { open, closed, skuId } = await ground()
  const goods = [{ skuId, quantity: 2 }]
  const plans = [
    ['aplionform', { warehouseId: closed }],
    ['warehousing', { warehouseId: closed, purpose: 'purchase' }],
    ['transfer', { warehouseId: open, toWarehouseId: closed }],
  ] as const
  const drafts = await Promise.all(
    plans.map(async ([kind, head]) => [kind, await store.draft(kind, head, goods), head] as const),
  )
  await put('warehouse', closed, 0)
  for (const [kind, { id, objectVersionNumber }, head] of drafts) {
    const saved = await store.admin.call<{ warehouseId: number }>(store.at(kind, 'edit', id), {
      id,
      objectVersionNumber,
      occurredOn: day(),
      ...head,
      goods,
      remark: '改',
    })
    expect(saved.warehouseId).toBe(head.warehouseId)
    const said = await handIn(kind, id)
    expect([kind, said.status, said.code]).toEqual([kind, 422, 'document.warehouse_disabled'])
    expect(said.message).toContain('已停用')
    expect((await handIn(kind, id, 'en-US')).message).toContain('is disabled')
  }
  await put('warehouse', closed, 1)
  for (const [kind, { id }] of drafts) expect((await handIn(kind, id)).status).toBe(200)
})

test('what lies there is let out, counted and given back', async () => {
  const { open, closed, skuId } = await ground()
  const came = await store.receive(closed, skuId, 20, 3)
  const sold = await store.posted('shipment', { warehouseId: closed, purpose: 'sale' }, [
    { skuId, quantity: 2 },
  ])
  await put('warehouse', closed, 0)
  await store.ship(closed, skuId, 2)
  await store.posted('input_shipment', { warehouseId: closed, purpose: 'scrap' }, [
    { skuId, quantity: 1 },
  ])
  const moved = await store.posted('transfer', { warehouseId: closed, toWarehouseId: open }, [
    { skuId, quantity: 5 },
  ])
  const sent = await store.convert(moved.id, 'shipment')
  await store.convert(sent.id, 'warehousing')
  await store.convert(came.id, 'return', (goods) => goods.map((good) => ({ ...good, quantity: 1 })))
  const { id } = await store.draft('inventory_form', { warehouseId: closed }, [{ skuId } as never])
  const { goods } = await store.move('inventory_form', 'start', id)
  await store.admin.call(countLines, { id, lines: [{ id: goods[0]!.id, counted: 8 }] })
  await store.move('inventory_form', 'submit', id)
  expect((await store.balance(closed, skuId)).quantity).toBe(8)
  expect((await store.balance(open, skuId)).quantity).toBe(5)
  // What a customer gives back is taken in elsewhere.
  const left = await store.remaining(sold.id, 'return')
  const back = {
    sourceId: sold.id,
    occurredOn: day(),
    goods: left.goods.map((good) => ({
      skuId: good.skuId,
      quantity: good.quantity,
      sourceLineId: good.sourceLineId,
    })),
  }
  expect((await make('return', { ...back, warehouseId: closed })).fields!.warehouseId).toContain(
    '已停用',
  )
  expect((await make('return', { ...back, warehouseId: open })).status).toBe(200)
})

test('what was on its way when its warehouse was put out of use arrives there', async () => {
  const { open, closed, skuId } = await ground()
  await store.receive(open, skuId, 5, 3)
  const moved = await store.posted('transfer', { warehouseId: open, toWarehouseId: closed }, [
    { skuId, quantity: 5 },
  ])
  const sent = await store.convert(moved.id, 'shipment')
  await put('warehouse', closed, 0)
  await put('product', skuId, 0)
  await store.convert(sent.id, 'warehousing')
  expect((await store.balance(closed, skuId)).quantity).toBe(5)
  // What nobody buys any more is used up.
  await store.ship(closed, skuId, 5)
  expect(
    (
      await make('shipment', {
        warehouseId: closed,
        purpose: 'use',
        goods: [{ skuId, quantity: 1 }],
      })
    ).fields!.goods,
  ).toContain('已停用')
})

test('goods that were put out of use in a draft are neither ordered nor taken in', async () => {
  const { open, skuId } = await ground()
  await store.receive(open, skuId, 5, 3)
  const order = await store.draft('aplionform', { warehouseId: open }, [{ skuId, quantity: 2 }])
  const issue = await store.draft('shipment', { warehouseId: open, purpose: 'use' }, [
    { skuId, quantity: 2 },
  ])
  await put('product', skuId, 0)
  const said = await handIn('aplionform', order.id)
  expect([said.status, said.code, Object.keys(said.fields ?? {})]).toEqual([
    422,
    'document.disabled',
    ['goods'],
  ])
  expect((await handIn('shipment', issue.id)).status).toBe(200)
})
