import { stockReports } from '#contract/inventory/report-calls.ts'
import { describe, expect, test } from 'vitest'
import { countLines, type ShortLine } from '#contract/inventory/document-calls.ts'
import { day, type Document } from './stock.ts'
import { mine, stockOf, store, submit } from './stock-lots-ground.ts'

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
    await mine.admin.call(countLines, {
      id,
      lines: counting.goods.map((line) => ({ id: line.id, counted: counted(line) })),
    })
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

  test('the parts of a transfer are worth what left to the cent, and their freight is no part of it', async () => {
    const [from, to, skuId] = [await store.warehouse(), await store.warehouse(), await store.sku()]
    await store.receive(from, skuId, 36, 8.5453)
    const planned = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
      { skuId, quantity: 12 },
    ])
    const sent = await store.convert(planned.id, 'shipment')
    const arrives = async (quantity: number, otherFees: { name: string; amount: number }[]) => {
      const { goods } = await store.remaining(sent.id, 'warehousing')
      await store.posted(
        'warehousing',
        { warehouseId: to, purpose: 'transfer', sourceId: sent.id, otherFees },
        [{ skuId, quantity, sourceLineId: Number(goods[0]!.sourceLineId) }],
      )
    }
    await arrives(7, [{ name: '运费', amount: 50 }])
    const [way] = await stockOf(skuId, { warehouseId: String(to) })
    expect(way).toMatchObject({ inTransit: 5, inTransitValue: 42.72 })
    await arrives(5, [])
    const values = (await store.ledger(skuId)).map(({ value }) => value)
    expect(values.slice(1)).toEqual([-102.54, 109.82, 42.72])
    expect(await store.faults()).toEqual([])
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
      (await mine.admin.call(stockReports.usage, { from: day(), to: day(), skuId })).content.map(
        ({ purpose, quantity, value }) => [purpose, quantity, value],
      )
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
