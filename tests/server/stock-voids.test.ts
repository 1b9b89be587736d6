import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { warehousing } from '#contract/inventory/document.ts'
import { callOf } from '#contract/entity-calls.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { countLines } from '#contract/inventory/document-calls.ts'
import { checkAllStock } from '#server/modules/inventory/engine/check.ts'
import { newTenant } from './harness.ts'
import { day, refusal, Store } from './stock.ts'
import { app, mine, store } from './stock-documents-ground.ts'

describe('void', () => {
  test('asks why, and keeps it on the document and in its history', async () => {
    const got = await store.receive(await store.warehouse(1), await store.sku(), 1, 2)
    expect((await mine.admin.send(store.at('warehousing', 'void', got.id), {})).statusCode).toBe(
      400,
    )
    expect(
      (await mine.admin.send(store.at('warehousing', 'void', got.id), { voidReason: ' ' }))
        .statusCode,
    ).toBe(400)
    await store.move('warehousing', 'void', got.id, { voidReason: '重复录入' })
    expect(await mine.admin.call(callOf(warehousing, 'show'), { id: got.id })).toMatchObject({
      auditStatus: 4,
      voidReason: '重复录入',
      maker: expect.stringContaining('管理') as string,
    })
    const { content } = await mine.admin.call(recordHistory, {
      entity: 'warehousing',
      recordId: String(got.id),
    })
    expect(content[0]).toMatchObject({ action: 'void', after: { voidReason: '重复录入' } })
  })
  test('is refused while others follow, and names them', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const asked = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])
    const got = await store.convert(asked.id, 'warehousing')
    const answer = await refusal(
      mine.admin.send(store.at('aplionform', 'void', asked.id), { voidReason: '录错' }),
    )
    expect([answer.code, answer.message.includes(got.code)]).toEqual(['document.followed', true])
    await store.move('warehousing', 'void', got.id)
    expect(await store.show('aplionform', asked.id)).toMatchObject({
      execStatus: 0,
      goods: [{ doneQuantity: 0 }],
    })
    expect((await store.move('aplionform', 'void', asked.id)).auditStatus).toBe(4)
  })

  test('is refused when the goods are gone', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const got = await store.receive(warehouseId, skuId, 10, 1)
    await store.ship(warehouseId, skuId, 1)
    expect(
      await refusal(
        mine.admin.send(store.at('warehousing', 'void', got.id), { voidReason: '录错' }),
      ),
    ).toMatchObject({ status: 409, code: 'stock.short', lines: [{ wanted: 10, available: 9 }] })
  })

  test('works the average out anew', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 10, 1)
    const dear = await store.receive(warehouseId, skuId, 10, 5)
    await store.move('warehousing', 'void', dear.id)
    expect(await store.balance(warehouseId, skuId)).toEqual({ quantity: 10, value: 10, average: 1 })
    // Half of the dear goods went out at the average of all: what is left must not be worth less
    // than nothing.
    const again = await store.receive(warehouseId, skuId, 10, 9)
    await store.ship(warehouseId, skuId, 10)
    await store.move('warehousing', 'void', again.id)
    expect(await store.balance(warehouseId, skuId)).toEqual({ quantity: 0, value: 0, average: 5 })
  })

  test('is refused when the goods were gone in between, though there is enough now', async () => {
    const [warehouseId, owing, skuId] = [
      await store.warehouse(),
      await store.warehouse(1),
      await store.sku(),
    ]
    for (const at of [warehouseId, owing]) {
      const first = await store.receive(at, skuId, 10, 1, { occurredOn: day(-9) })
      const gone = await store.ship(at, skuId, 8, { occurredOn: day(-6) })
      await store.receive(at, skuId, 10, 1, { occurredOn: day(-3) })
      const voided = await refusal(
        mine.admin.send(store.at('warehousing', 'void', first.id), { voidReason: '录错' }),
      )
      if (at === owing) {
        expect(voided.status).toBe(200)
        continue
      }
      expect([voided.status, voided.code, voided.message.includes(day(-6))]).toEqual([
        409,
        'stock.short_since',
        true,
      ])
      await store.move('shipment', 'void', gone.id)
      expect((await store.move('warehousing', 'void', first.id)).auditStatus).toBe(4)
      expect(await store.balance(at, skuId)).toEqual({ quantity: 10, value: 10, average: 1 })
    }
  })

  test('is refused when a count had it in its books, until the count is voided', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const got = await store.receive(warehouseId, skuId, 10, 1)
    const sold = await store.ship(warehouseId, skuId, 2)
    const { id, code } = await store.draft('inventory_form', { warehouseId })
    const { goods } = await store.move('inventory_form', 'start', id)
    await mine.admin.call(countLines, { id, lines: [{ id: goods[0]!.id, counted: 8 }] })
    await store.move('inventory_form', 'submit', id)
    const later = await store.receive(warehouseId, skuId, 20, 1)
    for (const [kind, one] of [
      ['warehousing', got],
      ['shipment', sold],
    ] as const) {
      const answer = await refusal(
        mine.admin.send(store.at(kind, 'void', one.id), { voidReason: '录错' }),
      )
      expect([answer.code, answer.message.includes(code)]).toEqual(['stock.counted_since', true])
    }
    expect((await store.move('warehousing', 'void', later.id)).auditStatus).toBe(4)
    await store.move('inventory_form', 'void', id)
    await store.move('shipment', 'void', sold.id)
    expect((await store.move('warehousing', 'void', got.id)).auditStatus).toBe(4)
    expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 0, value: 0 })
  })

  test('leaves what nobody knows the cost of unknown, and what was free free', async () => {
    for (const price of [null, 0]) {
      const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
      await store.receive(warehouseId, skuId, 5, price)
      const priced = await store.receive(warehouseId, skuId, 5, 2)
      await store.move('warehousing', 'void', priced.id)
      expect(await store.balance(warehouseId, skuId)).toEqual({
        quantity: 5,
        value: 0,
        average: price,
      })
    }
  })

  test('of everything leaves nothing', async () => {
    const alone = new Store(app, await newTenant(app))
    const [warehouseId, to, skuId] = [
      await alone.warehouse(),
      await alone.warehouse(1),
      await alone.sku(),
    ]
    await alone.receive(warehouseId, skuId, 7, 3.3333)
    await alone.ship(warehouseId, skuId, 2)
    await alone.ship(to, skuId, 3)
    const transfer = await alone.posted('transfer', { warehouseId, toWarehouseId: to }, [
      { skuId, quantity: 3 },
    ])
    const sent = await alone.convert(transfer.id, 'shipment')
    await alone.convert(sent.id, 'warehousing')
    await alone.receive(to, skuId, 10, 1.7777)
    expect(await alone.faults()).toEqual([])
    await alone.voidEverything()
    for (const at of [warehouseId, to])
      expect(await alone.balance(at, skuId)).toMatchObject({ quantity: 0, value: 0 })
    expect(await alone.faults()).toEqual([])
  })
})

test('the nightly check finds a row that somebody touched', async () => {
  const other = new Store(app, await newTenant(app))
  const [warehouseId, skuId] = [await other.warehouse(), await other.sku()]
  await other.receive(warehouseId, skuId, 5, 2)
  expect(await other.faults()).toEqual([])
  await app.db.write(other.tenant, (tx) =>
    sql`update stock_balance set quantity = 6 where sku_id = ${skuId}`.execute(tx),
  )
  expect(await checkAllStock(app.db)).toEqual([
    {
      tenant: other.tenant,
      faults: [expect.objectContaining({ warehouseId, skuId, quantity: 6, ledgerQuantity: 5 })],
    },
  ])
  await expect(
    app.db.write(other.tenant, (tx) => sql`update stock_ledger set quantity = 6`.execute(tx)),
  ).rejects.toThrow(/permission denied/)
})
