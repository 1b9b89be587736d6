import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkAllStock } from '#server/engines/stock/check.ts'
import { newTenant } from './harness.ts'
import { refusal, Store } from './stock.ts'
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
    expect(await mine.admin.call(`GET /wfpf/v1/{tenant}/warehousing/${got.id}`)).toMatchObject({
      auditStatus: 4,
      voidReason: '重复录入',
      maker: expect.stringContaining('管理') as string,
    })
    const { content } = await mine.admin.call<{ content: { action: string; after: object }[] }>(
      `GET /iam/v1/{tenant}/audit/warehousing/${got.id}`,
    )
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
