import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { documents, warehousing } from '#contract/inventory/document.ts'
import { documentChain, documentRemaining } from '#contract/inventory/document-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import type { Sql } from '#server/db/database.ts'
import { newMember } from './harness.ts'
import { refusal, setOption } from './stock.ts'
import { app, make, mine, store } from './stock-documents-ground.ts'

const option = (what: Sql) => setOption(app, mine, what)

describe('conversions', () => {
  test('several until nothing is left, never more', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id } = await store.posted('aplionform', { warehouseId }, [
      { skuId, quantity: 10, price: 2 },
    ])
    await store.convert(id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 4 })),
    )
    expect(await store.show('aplionform', id)).toMatchObject({
      execStatus: 1,
      goods: [{ doneQuantity: 4 }],
    })
    const draft = await store.converted(id, 'warehousing')
    expect(draft.goods).toMatchObject([{ quantity: 6, price: 2 }])
    expect((await store.remaining(id, 'warehousing')).goods).toEqual([])
    const line = (await store.show('aplionform', id)).goods[0]!
    const more = () =>
      make('warehousing', {
        warehouseId,
        purpose: 'purchase',
        sourceId: id,
        goods: [{ skuId, quantity: 0.001, sourceLineId: line.id }],
      })
    expect(await more()).toMatchObject({
      status: 409,
      code: 'stock.remaining',
      lines: [{ position: 0, remaining: 0, wanted: 0.001 }],
    })
    await store.move('warehousing', 'submit', draft.id)
    expect(await store.show('aplionform', id)).toMatchObject({
      execStatus: 2,
      goods: [{ doneQuantity: 10 }],
    })
    // Ten per cent over: one more may come.
    await option(sql`over_percent = 10`)
    expect(await more()).toMatchObject({ status: 200 })
    await option(sql`over_percent = 0`)
  })

  test('two users convert the same remaining ten at once: one of them does', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id, goods } = await store.posted('aplionform', { warehouseId }, [
      { skuId, quantity: 10 },
    ])
    const body = {
      warehouseId,
      purpose: 'purchase',
      sourceId: id,
      goods: [{ skuId, quantity: 10, sourceLineId: goods[0]!.id }],
    }
    const answers = await Promise.all([make('warehousing', body), make('warehousing', body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: 'stock.remaining',
      lines: [{ remaining: 0 }],
    })
  })

  test('what was rejected meanwhile is checked again at its approval', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const { id } = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])
    const rejected = await store.converted(id, 'warehousing')
    await app.db.write(mine.id, (tx) =>
      sql`update stock_document set audit_status = 3 where id = ${rejected.id}`.execute(tx),
    )
    const other = await store.converted(id, 'warehousing')
    const answers = await Promise.all(
      [rejected.id, other.id].map((draft) =>
        refusal(mine.admin.send(store.at('warehousing', 'submit', draft), {})),
      ),
    )
    expect(answers.map(({ status, code }) => [status, code]).sort()).toEqual(
      [
        [200, other.code],
        [409, 'stock.remaining'],
      ].sort(),
    )
    expect((await store.balance(warehouseId, skuId)).quantity).toBe(10)
  })

  test('a transfer conserves quantity and value, and shows what is on its way', async () => {
    const [from, to, skuId] = [await store.warehouse(), await store.warehouse(), await store.sku()]
    await store.receive(from, skuId, 3, 3.3333)
    await store.receive(to, skuId, 1, 9)
    const transfer = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 3 },
    ])
    const sent = await store.convert(transfer.id, 'shipment', (goods) =>
      goods.map((good) => ({ ...good, quantity: 2 })),
    )
    expect(await store.show('transfer', transfer.id)).toMatchObject({
      execStatus: 1,
      goods: [{ doneQuantity: 2 }],
    })
    const stock = () => mine.admin.call(callOf(stockBalance, 'list'), { skuId, warehouseId: to })
    expect((await stock()).content).toMatchObject([{ inTransit: 2, quantity: 1 }])
    expect(
      await make('warehousing', {
        warehouseId: from,
        purpose: 'transfer',
        sourceId: sent.id,
        goods: [{ skuId, quantity: 2, sourceLineId: sent.goods[0]!.id }],
      }),
    ).toMatchObject({ status: 422, fields: { warehouseId: expect.any(String) } })
    const came = await store.convert(sent.id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, price: 1000 })),
    )
    expect(came.goods[0]).toMatchObject({ price: null, unitCost: 3.335 })
    expect((await stock()).content).toMatchObject([{ inTransit: 0, quantity: 3, value: 15.67 }])
    expect((await store.balance(from, skuId)).value).toBe(3.33)
    expect(await store.show('shipment', sent.id)).toMatchObject({ execStatus: 2 })
    expect(
      await make('return', {
        warehouseId: from,
        sourceId: sent.id,
        goods: [{ skuId, quantity: 1, sourceLineId: sent.goods[0]!.id }],
      }),
    ).toMatchObject({ status: 422 })
  })

  test('goods on their way show where they go, also where there were none', async () => {
    const [from, to, skuId] = [await store.warehouse(), await store.warehouse(), await store.sku()]
    await store.receive(from, skuId, 5, 2)
    const transfer = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 5 },
    ])
    const sent = await store.convert(transfer.id, 'shipment')
    const coming = async () =>
      (await mine.admin.call(callOf(stockBalance, 'list'), { skuId, warehouseId: to })).content
    expect(await coming()).toMatchObject([{ inTransit: 5, quantity: 0 }])
    // The paper of what left says where it goes, also to who does not see the transfer.
    const hauler = await newMember(app, mine, [documents.shipment.permissions.list as string])
    expect(await hauler.call(documentChain, { id: sent.id })).toMatchObject([
      { id: sent.id, toWarehouseName: expect.stringMatching(/^仓/) },
    ])
    await store.convert(sent.id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 3 })),
    )
    expect(await coming()).toMatchObject([{ inTransit: 2, quantity: 3 }])
    await store.move('shipment', 'close', sent.id, { closeReason: '途中破损' })
    expect(await coming()).toMatchObject([{ inTransit: 0, quantity: 3 }])
  })

  test('returns go both ways and are replaced', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const bought = await store.receive(warehouseId, skuId, 10, 4)
    const back = await store.convert(bought.id, 'return', (goods) =>
      goods.map((good) => ({ ...good, quantity: 2 })),
    )
    expect(back.direction).toBe('out')
    expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 8, value: 32 })
    // Stored is stored, whatever was sent back of it.
    expect(await store.show('warehousing', bought.id)).toMatchObject({
      execStatus: 2,
      goods: [{ doneQuantity: 2 }],
    })
    expect(
      (await mine.admin.call(callOf(warehousing, 'list'), { execStatus: 2, ids: bought.id }))
        .content,
    ).toHaveLength(1)
    await store.convert(back.id, 'warehousing', (goods) =>
      goods.map(({ price: _, ...good }) => good),
    )
    expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 10, value: 40 })
    const sold = await store.ship(warehouseId, skuId, 5)
    await store.receive(warehouseId, skuId, 5, 8)
    const given = await store.convert(sold.id, 'return')
    expect(given.direction).toBe('in')
    // It comes back at what it cost when it left, not at today's average.
    expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 15, value: 80 })
    await store.convert(given.id, 'shipment')
    expect(
      await make('return', {
        warehouseId,
        sourceId: sold.id,
        goods: [{ skuId, quantity: 1, sourceLineId: sold.goods[0]!.id }],
      }),
    ).toMatchObject({ status: 409, code: 'stock.remaining' })
  })

  test('the chain shows everything that hangs together, to who may see it', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    const asked = await store.posted('aplionform', { warehouseId }, [{ skuId, quantity: 10 }])
    const first = await store.convert(asked.id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 4 })),
    )
    const second = await store.converted(asked.id, 'warehousing')
    const back = await store.convert(first.id, 'return', (goods) =>
      goods.map((good) => ({ ...good, quantity: 1 })),
    )
    const chain = await mine.admin.call(documentChain, { id: second.id })
    expect(chain.map(({ id, percent }) => [id, percent])).toEqual([
      [asked.id, 40],
      [first.id, null],
      [second.id, null],
      [back.id, null],
    ])
    const buyer = await newMember(app, mine, [documents.warehousing.permissions.list as string])
    const seen = await buyer.call(documentChain, { id: first.id })
    expect(seen.map(({ id }) => id)).toEqual([first.id, second.id])
    expect((await buyer.send(documentChain, { id: asked.id })).statusCode).toBe(404)
    expect(
      (await buyer.send(documentRemaining, { id: asked.id, to: 'warehousing' })).statusCode,
    ).toBe(404)
    // One kind's calls do not reach another kind's documents.
    expect((await mine.admin.send(store.at('shipment', 'show', first.id))).statusCode).toBe(404)
    expect(
      (await mine.admin.send(store.at('shipment', 'void', first.id), { voidReason: '录错' }))
        .statusCode,
    ).toBe(404)
  })
})
