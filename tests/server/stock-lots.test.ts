import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type { AskedQuestion, ShortLine } from '#contract/inventory/document-calls.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import { changed } from '#server/db/database.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { make, type Made } from './samples.ts'
import { day, refusal, type Document } from './stock.ts'
import { land } from '#contract/farm/land.ts'

const { app, mine, store } = await oneStore()
interface Stock {
  id: number
  warehouseId: number
  lot: string | null
  lotId: number | null
  expiresOn: string | null
  quantity: number
  warning: string
  inTransit: number
  inTransitValue: number
}
const stockOf = async (skuId: number, more: Record<string, string> = {}) =>
  (
    await mine.admin.call<Page<Stock>>('GET /wfpf/v1/{tenant}/stock', {
      skuId: String(skuId),
      ...more,
    })
  ).content
const send = (kind: DocumentKind, body: Record<string, unknown>) =>
  refusal(mine.admin.send(documents[kind].api.create!, { occurredOn: day(), ...body }))
const submit = (kind: DocumentKind, id: number, more: Record<string, unknown> = {}) =>
  mine.admin.send(store.at(kind, 'submit', id), more)

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
    const [{ lotId }] = (await stockOf(skuId)) as [Stock]
    const lot = await mine.admin.call<Made>(
      'GET /wfpf/v1/{tenant}/stock-lot/{id}'.replace('{id}', String(lotId)),
    )
    const keeper = await newMember(app, mine, ['wfpf.inventory.prment.stock'])
    const change = {
      id: lotId,
      objectVersionNumber: lot.objectVersionNumber,
      expiresOn: '2031-01-01',
    }
    expect((await keeper.send('PUT /wfpf/v1/{tenant}/stock-lot', change)).statusCode).toBe(403)
    await mine.admin.call('PUT /wfpf/v1/{tenant}/stock-lot', change)
    expect(await stockOf(skuId)).toMatchObject([{ expiresOn: '2031-01-01' }])
    const history = await mine.admin.call<Page<{ action: string }>>(
      `GET /iam/v1/{tenant}/audit/stockLot/${lotId}`,
    )
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

describe('the safety interval', () => {
  test('binds the plot: named when it is used, asked for when something is harvested', async () => {
    const [warehouseId, skuId, produce] = [
      await store.warehouse(),
      await store.sku({ agriculturalFlag: 1 }),
      await store.sku(),
    ]
    await app.db.write(mine.id, (tx) =>
      changed(
        tx,
        sql`update product set safety_interval = 14 where id = (select product_id from product_sku
          where id = ${skuId})`,
      ),
    )
    await store.receive(warehouseId, skuId, 5, 10)
    const plot = await make(land, mine.admin)
    const nowhere = await send('input_shipment', {
      warehouseId,
      purpose: 'use',
      goods: [{ skuId, quantity: 1 }],
    })
    expect([nowhere.status, Object.keys(nowhere.fields!)]).toEqual([422, ['landId']])
    await store.posted('input_shipment', { warehouseId, purpose: 'use', landId: plot.id }, [
      { skuId, quantity: 1 },
    ])
    const harvest = await store.draft(
      'warehousing',
      { warehouseId, purpose: 'produce', landId: plot.id },
      [{ skuId: produce, quantity: 100 }],
    )
    const asked = (await submit('warehousing', harvest.id)).json<{
      code: string
      questions: AskedQuestion[]
    }>()
    expect([
      asked.code,
      asked.questions.map(({ code, lines }) => [code, lines.map(({ date }) => date)]),
    ]).toEqual(['document.confirm', [['harvest', [day(14)]]]])
    const elsewhere = await store.posted(
      'warehousing',
      { warehouseId, purpose: 'produce', landId: (await make(land, mine.admin)).id },
      [{ skuId: produce, quantity: 100 }],
    )
    expect(elsewhere.auditStatus).toBe(2)
    expect(
      (await submit('warehousing', harvest.id, { accepted: ['harvest'] })).json(),
    ).toMatchObject({ auditStatus: 2, accepted: ['harvest'] })
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

describe('what is short', () => {
  test('says which lots lie here, and elsewhere only the lot that was wanted', async () => {
    const [here, there, skuId] = [
      await store.warehouse(),
      await store.warehouse(),
      await store.sku({ lotFlag: 1 }),
    ]
    await store.receive(here, skuId, 10.5, 1, { lot: 'B', expiresOn: '2031-01-01' })
    await store.receive(there, skuId, 2, 1, { lot: 'B' })
    await store.receive(there, skuId, 3, 1, { lot: 'A' })
    const draft = await store.draft('shipment', { warehouseId: here, purpose: 'use' }, [
      { skuId, lot: 'A', quantity: 25 },
    ])
    const { lines } = (await submit('shipment', draft.id)).json<{ lines: ShortLine[] }>()
    expect(lines).toMatchObject([
      {
        lot: 'A',
        available: 0,
        otherLots: [{ lot: 'B', expiresOn: '2031-01-01', quantity: 10.5 }],
        elsewhere: [{ warehouseId: there, quantity: 3 }],
      },
    ])
  })

  test('where a warehouse may owe, stands out', async () => {
    const [warehouseId, skuId] = [await store.warehouse(1), await store.sku()]
    await store.ship(warehouseId, skuId, 2)
    expect(await stockOf(skuId)).toMatchObject([{ quantity: -2, warning: 'negative' }])
    expect(await stockOf(skuId, { warning: 'negative' })).toHaveLength(1)
    expect(await stockOf(skuId, { warning: 'fine' })).toEqual([])
  })
})

describe('money', () => {
  test('of what goes is on the line and the document, and ends with a void', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 3, 3.3333)
    const out = await store.ship(warehouseId, skuId, 2)
    expect(out).toMatchObject({ costTotal: 6.67, goods: [{ costAmount: 6.67 }] })
    expect(await store.move('shipment', 'void', out.id)).toMatchObject({
      costTotal: null,
      goods: [{ costAmount: null }],
    })
  })

  test('of a count says how near the books were, and what the differences are worth', async () => {
    const [warehouseId, more, less] = [
      await store.warehouse(),
      await store.sku(),
      await store.sku(),
    ]
    await store.receive(warehouseId, more, 10, 2)
    await store.receive(warehouseId, less, 90, 5)
    const { id } = await store.draft('inventory_form', { warehouseId })
    const counting = await store.move('inventory_form', 'start', id)
    const counted = (line: Document['goods'][number]) => (line.skuId === more ? 12 : 87)
    await mine.admin.call(
      'POST /wfpf/v1/{tenant}/inventory-form/{id}/count'.replace('{id}', String(id)),
      { lines: counting.goods.map((line) => ({ id: line.id, counted: counted(line) })) },
    )
    expect(await store.show('inventory_form', id)).toMatchObject({
      accuracy: null,
      gainValue: null,
    })
    const posted = await store.move('inventory_form', 'submit', id)
    // 2 and 3 of 100.
    expect(posted).toMatchObject({ auditStatus: 2, accuracy: 95, gainValue: 4, lossValue: 15 })
    expect(posted.goods).toMatchObject(
      [{ differenceValue: 4 }, { differenceValue: -15 }].sort(() =>
        posted.goods[0]!.skuId === more ? 0 : -1,
      ),
    )
  })

  test('of what is lost on the way is written off where it was sent from, and comes back with a void', async () => {
    const [from, to, skuId] = [await store.warehouse(), await store.warehouse(), await store.sku()]
    await store.receive(from, skuId, 5, 3.3333)
    const planned = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 3 },
    ])
    const sent = await store.convert(planned.id, 'shipment')
    await store.convert(sent.id, 'warehousing', (goods) =>
      goods.map((good) => ({ ...good, quantity: 2 })),
    )
    const [way] = await stockOf(skuId, { warehouseId: String(to) })
    expect(way).toMatchObject({ inTransit: 1, inTransitValue: 3.33 })
    await store.move('shipment', 'close', sent.id, { closeReason: '途中破损' })
    const report = async () =>
      (
        await mine.admin.call<Page<{ purpose: string; quantity: number; value: number }>>(
          'GET /wfpf/v1/{tenant}/stock-report/usage',
          { from: day(), to: day(), skuId: String(skuId) },
        )
      ).content.map(({ purpose, quantity, value }) => [purpose, quantity, value])
    expect((await report()).sort()).toEqual([
      ['lost', 1, 3.33],
      ['transfer', 2, 6.67],
    ])
    expect(
      (await store.ledger(skuId))
        .filter(({ type }) => type === 'back' || type === 'lost')
        .map(({ type, quantity, value }) => [type, quantity, value]),
    ).toEqual([
      ['back', 1, 3.33],
      ['lost', -1, -3.33],
    ])
    expect(await store.faults()).toEqual([])
    await store.voidEverything()
    expect(await store.faults()).toEqual([])
    expect((await stockOf(skuId)).filter(({ quantity }) => quantity !== 0)).toEqual([])
  })

  describe('of which some was lost on the way', () => {
    /**
     * 10 at 10.00 of each thing, sent; 6 of them arrived, 4 lost. The place is owed goods at
     * another average afterwards.
     */
    const lost = async (things: number) => {
      const [from, to] = [await store.warehouse(1), await store.warehouse()]
      const skus: number[] = []
      for (let at = 0; at < things; at += 1) skus.push(await store.sku())
      for (const skuId of skus) await store.receive(from, skuId, 10, 10)
      const planned = await store.posted(
        'transfer',
        { warehouseId: from, toWarehouseId: to },
        skus.map((skuId) => ({ skuId, quantity: 10 })),
      )
      const sent = await store.convert(planned.id, 'shipment')
      const arrived = await store.convert(sent.id, 'warehousing', (goods) =>
        goods.map((good) => ({ ...good, quantity: 6 })),
      )
      await store.move('shipment', 'close', sent.id, { closeReason: '途中破损' })
      return { from, to, skus, sent, arrived }
    }
    const entries = async (skuId: number, types: readonly string[]) =>
      (await store.ledger(skuId))
        .filter(({ type }) => types.includes(type))
        .map(({ type, quantity, value, balanceQuantity, balanceValue }) => [
          type,
          quantity,
          value,
          balanceQuantity,
          balanceValue,
        ])

    test('the difference of a void is written once for a line, however often it had moved', async () => {
      const { from, skus, sent, arrived } = await lost(2)
      // 10 come at 20.00, 20 go: 10 are owed at 20.00, -200.00.
      for (const skuId of skus) {
        await store.receive(from, skuId, 10, 20)
        await store.ship(from, skuId, 20)
        expect(await store.balance(from, skuId)).toMatchObject({ quantity: -10, value: -200 })
      }
      await store.move('warehousing', 'void', arrived.id)
      await store.move('shipment', 'void', sent.id)
      for (const skuId of skus) {
        // 10 are back at 10.00: nothing is owed, and 100.00 of money without goods is a
        // revaluation, once.
        expect(
          await entries(skuId, ['voidOut', 'voidBack', 'voidLost', 'voidRevaluation']),
        ).toEqual(
          expect.arrayContaining([
            ['voidOut', 10, 100, 0, -100],
            ['voidBack', -10, -100, 0, -100],
            ['voidLost', 10, 100, 0, -100],
          ]),
        )
        expect(await entries(skuId, ['voidRevaluation'])).toEqual([
          ['voidRevaluation', 0, 100, 0, 0],
        ])
        expect(await store.balance(from, skuId)).toMatchObject({ quantity: 0, value: 0 })
      }
      expect(await store.faults()).toEqual([])
    })

    test('what is taken back of its arrival is lost as well, and nothing of it vanishes', async () => {
      const { from, to, skus, sent, arrived } = await lost(1)
      const skuId = skus[0]!
      await store.move('warehousing', 'void', arrived.id)
      expect(await entries(skuId, ['back', 'lost'])).toEqual([
        ['back', 4, 40, 4, 40],
        ['lost', -4, -40, 0, 0],
        ['back', 6, 60, 6, 60],
        ['lost', -6, -60, 0, 0],
      ])
      expect(await store.balance(to, skuId)).toMatchObject({ quantity: 0, value: 0 })
      expect(await store.faults()).toEqual([])
      await store.move('shipment', 'void', sent.id)
      expect(await store.balance(from, skuId)).toMatchObject({ quantity: 10, value: 100 })
      expect(await entries(skuId, ['voidRevaluation'])).toEqual([])
      expect(await store.faults()).toEqual([])
    })
  })
})
