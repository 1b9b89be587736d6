import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AskedQuestion } from '#contract/inventory/document-calls.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { exportList, job, recordHistory } from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { stockMovement } from '#contract/inventory/stock.ts'
import { changed } from '#server/db/database.ts'
import { untyped } from '#server/demo/client.ts'
import { download, newMember } from './harness.ts'
import { day, refusal } from './stock.ts'
import { app, mine, stockOf, store, submit } from './stock-lots-ground.ts'

const send = (kind: DocumentKind, body: Record<string, unknown>) =>
  refusal(mine.admin.send(documents[kind].api.create!, { occurredOn: day(), ...body }))

describe('a lot', () => {
  test('is one thing with one last day in every warehouse', async () => {
    const [from, to, skuId] = [
      await store.warehouse(),
      await store.warehouse(),
      await store.sku({ lotFlag: 1 }),
    ]
    await store.receive(from, skuId, 10, 4, { lot: 'B', expiresOn: '2031-06-30' })
    const planned = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 3 },
    ])
    const sent = await store.convert(planned.id, 'shipment', (goods) =>
      goods.map((good) => ({ ...good, lot: 'b' })),
    )
    await store.convert(sent.id, 'warehousing')
    expect(
      (await stockOf(skuId))
        .map(({ warehouseId, lot, expiresOn, quantity }) => [warehouseId, lot, expiresOn, quantity])
        .sort(),
    ).toEqual(
      [
        [from, 'B', '2031-06-30', 7],
        [to, 'B', '2031-06-30', 3],
      ].sort(),
    )
  })

  test('is spelt as it came first, and its last day is not overwritten by a later receipt', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
    await store.receive(warehouseId, skuId, 8, 4, { lot: 'B', expiresOn: '2031-06-30' })
    const other = await send('warehousing', {
      warehouseId,
      purpose: 'purchase',
      goods: [{ skuId, lot: ' b ', expiresOn: '2032-01-01', quantity: 1 }],
    })
    expect([other.status, other.code]).toEqual([409, 'stock.lot_expiry'])
    expect(other.fields!.goods).toContain('2031-06-30')
    await store.receive(warehouseId, skuId, 1, 4, { lot: 'b' })
    expect(await stockOf(skuId)).toMatchObject([{ lot: 'B', expiresOn: '2031-06-30', quantity: 9 }])
  })

  test('and a balance have a ledger of their own, in files too', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
    for (const [lot, quantity] of [
      ['1', 5],
      ['10', 6],
      ['21', 7],
      ['1-B', 8],
    ] as const)
      await store.receive(warehouseId, skuId, quantity, 4, { lot })
    await store.ship(warehouseId, skuId, 2, { lot: '1' })
    const stock = await stockOf(skuId)
    const { id, lotId } = stock.find(({ lot }) => lot === '1')!
    expect((await stockOf(skuId, { lotId: String(lotId) })).map((one) => one.id)).toEqual([id])
    for (const asked of [{ balanceId: String(id) }, { lotId: String(lotId) }]) {
      const { content } = await mine.admin.call(callOf(stockMovement, 'list'), asked)
      expect(content.map(({ lot, quantity }) => [lot, quantity])).toEqual([
        ['1', -2],
        ['1', 5],
      ])
      const { jobId } = await mine.admin.call(exportList, {
        entity: 'stockMovement',
        format: 'csv',
        columns: ['lot', 'quantity'],
        query: Object.fromEntries(Object.entries(asked)),
      })
      await app.jobs.work()
      const { resultUrl } = await mine.admin.call(job, { id: jobId })
      const { body } = await download(mine.admin, resultUrl)
      expect(body.trim().split('\n').slice(1)).toHaveLength(2)
    }
    // What is kept without lots has a balance beside those of its lots.
    const bare = await store.sku()
    await store.receive(warehouseId, bare, 3, 4)
    const [none] = await stockOf(bare)
    await app.db.write(mine.id, (tx) =>
      changed(
        tx,
        sql`update product set lot_flag = 1 where id = (select product_id from product_sku
          where id = ${bare})`,
      ),
    )
    await store.receive(warehouseId, bare, 9, 4, { lot: 'N' })
    const { content } = await mine.admin.call(callOf(stockMovement, 'list'), {
      balanceId: none!.id,
    })
    expect(content.map(({ quantity }) => quantity)).toEqual([3])
  })

  test('that two drafts spell in two ways is one in the stock, in transit too', async () => {
    const [from, to, skuId] = [
      await store.warehouse(),
      await store.warehouse(),
      await store.sku({ lotFlag: 1 }),
    ]
    const head = { warehouseId: from, purpose: 'purchase' }
    const drafts = []
    for (const lot of ['B', 'b'])
      drafts.push(await store.draft('warehousing', head, [{ skuId, lot, quantity: 4, price: 2 }]))
    for (const { id } of drafts) await store.move('warehousing', 'submit', id)
    expect(await stockOf(skuId)).toMatchObject([{ lot: 'B', quantity: 8 }])
    expect((await store.show('warehousing', drafts[1]!.id)).goods[0]).toMatchObject({ lot: 'B' })
    const balance = await store.balance(from, skuId, 'B')
    expect(balance).toEqual({ quantity: 8, value: 16, average: 2 })
    const planned = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 3 },
    ])
    await store.convert(planned.id, 'shipment', (goods) =>
      goods.map((good) => ({ ...good, lot: 'b' })),
    )
    expect(
      (await stockOf(skuId))
        .map(({ lot, quantity, inTransit }) => [lot, quantity, inTransit])
        .sort(),
    ).toEqual([
      ['B', 0, 3],
      ['B', 5, 0],
    ])
    await store.move(
      'warehousing',
      'submit',
      (await store.draft('warehousing', head, [{ skuId, lot: 'b', quantity: 1, price: 2 }])).id,
    )
    expect(await store.balance(from, skuId, 'b')).toMatchObject({ quantity: 0 })
  })

  test('of two drafts with different days, the second is refused when it is posted', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
    const head = { warehouseId, purpose: 'purchase' }
    const [first, second] = [
      await store.draft('warehousing', head, [
        { skuId, lot: 'N', expiresOn: '2031-01-01', quantity: 1 },
      ]),
      await store.draft('warehousing', head, [
        { skuId, lot: 'N', expiresOn: '2031-02-02', quantity: 1 },
      ]),
    ]
    await store.move('warehousing', 'submit', first.id)
    expect(await refusal(submit('warehousing', second.id))).toMatchObject({
      status: 409,
      code: 'stock.lot_expiry',
    })
    expect(await stockOf(skuId)).toMatchObject([{ expiresOn: '2031-01-01', quantity: 1 }])
  })

  test('has its day set right by who may, with a trace', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
    await store
      .receive(warehouseId, skuId, 1, 4, { lot: 'W', expiresOn: '2020-06-30' })
      .catch(() => undefined)
    const draft = await store.draft('warehousing', { warehouseId, purpose: 'purchase' }, [
      { skuId, lot: 'W2', expiresOn: '2030-06-30', quantity: 1, price: 1 },
    ])
    await store.move('warehousing', 'submit', draft.id)
    const lotId = (await stockOf(skuId))[0]!.lotId!
    const lot = await mine.admin.call(callOf(stockLot, 'show'), { id: lotId })
    const keeper = await newMember(app, mine, ['wfpf.inventory.prment.stock'])
    const change = {
      id: lotId,
      objectVersionNumber: lot.objectVersionNumber,
      expiresOn: '2031-01-01',
    }
    expect((await keeper.send(callOf(stockLot, 'edit'), untyped(change))).statusCode).toBe(403)
    await mine.admin.call(callOf(stockLot, 'edit'), change)
    expect(await stockOf(skuId)).toMatchObject([{ expiresOn: '2031-01-01' }])
    const history = await mine.admin.call(recordHistory, {
      entity: 'stockLot',
      recordId: String(lotId),
    })
    expect(history.content.map(({ action }) => action)).toEqual(['edit'])
  })
})

describe('what is past its day', () => {
  test('is taken in or used only by who says yes to it', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
    const receipt = await store.draft('warehousing', { warehouseId, purpose: 'purchase' }, [
      { skuId, lot: 'P1', expiresOn: day(-2), quantity: 5, price: 2 },
    ])
    expect(receipt.goods[0]).toMatchObject({ expiredFlag: 1 })
    const asked = (await submit('warehousing', receipt.id)).json<{
      code: string
      questions: AskedQuestion[]
    }>()
    expect([
      asked.code,
      asked.questions.map(({ code, lines }) => [code, lines.map(({ lot, date }) => [lot, date])]),
    ]).toEqual(['document.confirm', [['expired', [['P1', day(-2)]]]]])
    expect(await stockOf(skuId)).toEqual([])
    expect(
      (await submit('warehousing', receipt.id, { accepted: ['expired'] })).json(),
    ).toMatchObject({ auditStatus: 2, accepted: ['expired'] })
    const issue = await store.draft('shipment', { warehouseId, purpose: 'use' }, [
      { skuId, lot: 'P1', quantity: 1 },
    ])
    expect(await refusal(submit('shipment', issue.id))).toMatchObject({
      status: 409,
      code: 'document.confirm',
    })
    // To throw it away nobody needs to be asked.
    const scrap = await store.draft('shipment', { warehouseId, purpose: 'scrap' }, [
      { skuId, lot: 'P1', quantity: 1 },
    ])
    expect((await submit('shipment', scrap.id)).json()).toMatchObject({
      auditStatus: 2,
      accepted: [],
    })
    expect(await stockOf(skuId)).toMatchObject([{ warning: 'expired', quantity: 4 }])
  })
})

describe('what is ordered', () => {
  test('arrives in two lots, and with something more', async () => {
    const [warehouseId, skuId, sample] = [
      await store.warehouse(),
      await store.sku({ lotFlag: 1 }),
      await store.sku(),
    ]
    const order = await store.posted('aplionform', { warehouseId }, [
      { skuId, quantity: 30, price: 2 },
    ])
    const line = order.goods[0]!.id
    const goods = [
      { skuId, lot: 'A', quantity: 20, price: 2, sourceLineId: line },
      { skuId, lot: 'B', quantity: 5, price: 2 },
      { skuId: sample, quantity: 1, price: 0 },
    ]
    const came = await store.draft(
      'warehousing',
      { warehouseId, purpose: 'purchase', sourceId: order.id },
      goods,
    )
    expect(came.goods.map(({ sourceLineId }) => sourceLineId)).toEqual([line, line, null])
    await store.move('warehousing', 'submit', came.id)
    expect(await store.show('aplionform', order.id)).toMatchObject({
      execStatus: 1,
      goods: [{ doneQuantity: 25 }],
    })
    // Together they still take no more than was ordered.
    expect(
      await send('warehousing', {
        warehouseId,
        purpose: 'purchase',
        sourceId: order.id,
        goods: [
          { skuId, lot: 'C', quantity: 3 },
          { skuId, lot: 'D', quantity: 3 },
        ],
      }),
    ).toMatchObject({ status: 409, code: 'stock.remaining' })
  })
})
