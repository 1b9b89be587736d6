import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { stocktake } from '#contract/inventory/document.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { countLines, refreshBooks, recountLines } from '#contract/inventory/document-calls.ts'
import { untyped } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { refusal, setOption, type Document } from './stock.ts'

const { app, mine, store } = await oneStore()

describe('stocktake', () => {
  const count = async (id: number, lines: unknown[]) =>
    (await mine.admin.call(countLines, untyped({ id, lines }))) as unknown as Document
  test('posts what was found against its snapshot: movements meanwhile are not lost', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 100, 2)
    const { id } = await store.draft('inventory_form', { warehouseId })
    const started = await store.move('inventory_form', 'start', id)
    expect(started).toMatchObject({
      auditStatus: 5,
      goods: [{ skuId, booked: 100, counted: null }],
    })
    expect(
      await refusal(mine.admin.send(store.at('inventory_form', 'submit', id), {})),
    ).toMatchObject({ status: 409, code: 'stocktake.uncounted' })
    await count(id, [{ id: started.goods[0]!.id, counted: 95 }])
    await store.ship(warehouseId, skuId, 10)
    expect((await store.show('inventory_form', id)).goods[0]).toMatchObject({
      booked: 100,
      counted: 95,
      difference: -5,
      moved: -10,
    })
    expect(await store.move('inventory_form', 'submit', id)).toMatchObject({
      auditStatus: 2,
      execStatus: 2,
    })
    expect(await store.balance(warehouseId, skuId)).toEqual({
      quantity: 85,
      value: 170,
      average: 2,
    })
    await store.move('inventory_form', 'void', id)
    expect(await store.balance(warehouseId, skuId)).toEqual({
      quantity: 90,
      value: 180,
      average: 2,
    })
  })

  test('newer books ask for what was counted before the goods moved', async () => {
    const [warehouseId, a, b] = [await store.warehouse(), await store.sku(), await store.sku()]
    await store.receive(warehouseId, a, 10, 2)
    await store.receive(warehouseId, b, 10, 2)
    const { id } = await store.draft('inventory_form', { warehouseId }, [
      { skuId: a },
      { skuId: b },
    ])
    const { goods } = await store.move('inventory_form', 'start', id)
    await count(
      id,
      goods.map((line) => ({ id: line.id, counted: 10 })),
    )
    await store.ship(warehouseId, a, 4)
    const refreshed = await mine.admin.call(refreshBooks, { id })
    expect(refreshed.goods).toMatchObject([
      { booked: 6, counted: null, moved: 0 },
      { booked: 10, counted: 10 },
    ])
  })

  test('finds what the books did not expect; again counts what differs', async () => {
    const [warehouseId, known, found] = [
      await store.warehouse(),
      await store.sku(),
      await store.sku(),
    ]
    await store.receive(warehouseId, known, 10, 2)
    const { id } = await store.draft('inventory_form', { warehouseId })
    const { goods } = await store.move('inventory_form', 'start', id)
    const counted = await count(id, [
      { id: goods[0]!.id, counted: 9 },
      { skuId: found, counted: 3 },
    ])
    expect(counted.goods[1]).toMatchObject({ skuId: found, booked: 0, counted: 3, difference: 3 })
    const again = (await mine.admin.call(recountLines, { id })) as unknown as Document
    expect(again.goods.map((line) => line.counted)).toEqual([null, null])
    // What was never bought has no cost unless somebody enters one.
    await count(id, [
      { id: goods[0]!.id, counted: 10 },
      { skuId: found, counted: 3, price: 5 },
    ])
    await store.move('inventory_form', 'submit', id)
    expect(await store.balance(warehouseId, found)).toEqual({ quantity: 3, value: 15, average: 5 })
  })

  test('a blind count does not say what the books say until it is handed in', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 10, 2)
    const { id } = await store.draft('inventory_form', { warehouseId, blindFlag: 1 })
    const started = await store.move('inventory_form', 'start', id)
    expect(started.goods[0]).toMatchObject({ booked: null, difference: null })
    const counted = await count(id, [{ id: started.goods[0]!.id, counted: 9 }])
    expect([counted.goods[0]!.booked, counted.goods[0]!.moved]).toEqual([null, 0])
    // Nobody else looks at it: what it found is shown once to whoever hands it in.
    const asked = await refusal(mine.admin.send(store.at('inventory_form', 'submit', id), {}))
    expect(asked).toMatchObject({
      status: 409,
      code: 'document.confirm',
      questions: [{ code: 'differences', lines: [{ counted: 9, booked: 10 }] }],
    })
    expect((await store.show('inventory_form', id)).goods[0]).toMatchObject({ booked: null })
    const done = await store.move('inventory_form', 'submit', id, { accepted: ['differences'] })
    expect(done).toMatchObject({ auditStatus: 2, accepted: ['differences'] })
    expect(done.goods[0]).toMatchObject({ booked: 10, difference: -1 })
  })

  test.each([
    ['blind and right', { blindFlag: 1 }, 10],
    ['open', {}, 9],
  ])('a count that is %s is handed in without a question', async (_, head, found) => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 10, 2)
    const { id } = await store.draft('inventory_form', { warehouseId, ...head })
    const { goods } = await store.move('inventory_form', 'start', id)
    await count(id, [{ id: goods[0]!.id, counted: found }])
    expect(await store.move('inventory_form', 'submit', id)).toMatchObject({ accepted: [] })
  })

  test('one person’s count is not put aside by another’s unseen', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
    await store.receive(warehouseId, skuId, 10, 2)
    for (const blindFlag of [0, 1]) {
      const { id } = await store.draft('inventory_form', { warehouseId, blindFlag })
      const [line] = (await store.move('inventory_form', 'start', id)).goods
      const second = await newMember(app, mine, [
        stocktake.permissions.list as string,
        stocktake.permissions.edit as string,
      ])
      const enter = (counted: number, more = {}) =>
        second.send(countLines, { id, lines: [{ id: line!.id, counted, ...more }] })
      await count(id, [{ id: line!.id, counted: 8 }])
      const refused = await enter(7)
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'stocktake.counted', lines: [{ id: line!.id, counted: blindFlag ? null : 8 }] },
      ])
      expect((await store.show('inventory_form', id)).goods[0]).toMatchObject({ counted: 8 })
      expect((await enter(8)).statusCode).toBe(200)
      // One's own figure needs no leave; the second had the last word.
      expect((await enter(7)).statusCode).toBe(200)
      expect((await enter(2.9999)).statusCode).toBe(400)
      await count(id, [{ id: line!.id, counted: 6, over: true }])
      expect((await store.show('inventory_form', id)).goods[0]).toMatchObject({ counted: 6 })
      const { content } = await mine.admin.call(recordHistory, {
        entity: 'stocktake',
        recordId: String(id),
      })
      const counts = content.filter(({ action }) => action === 'count')
      expect(counts.map(({ after }) => String(after!.goods).replace(/^.*: /, ''))).toEqual([
        '6',
        '7',
        '8',
        '8',
      ])
      // Beside nothing, so that whoever reads it sees what was counted.
      for (const { before } of counts) expect(before).toMatchObject({ goods: null })
    }
  })

  test('what is found and was counted by somebody already keeps their count', async () => {
    const [warehouseId, skuId] = [await store.warehouse(), await store.sku({ lotFlag: 1 })]
    await store.receive(warehouseId, skuId, 10, 2, { lot: 'A' })
    const { id } = await store.draft('inventory_form', { warehouseId })
    const [line] = (await store.move('inventory_form', 'start', id)).goods
    await count(id, [{ id: line!.id, counted: 8 }])
    const second = await newMember(app, mine, [
      stocktake.permissions.list as string,
      stocktake.permissions.edit as string,
    ])
    const found = (counted: number | null, more = {}) =>
      second.send(countLines, { id, lines: [{ skuId, lot: 'a', counted, ...more }] })
    const lines = async () =>
      (await store.show('inventory_form', id)).goods.map(({ lot, counted }) => [lot, counted])
    expect((await found(null)).statusCode).toBe(200)
    expect(await lines()).toEqual([['A', 8]])
    const refused = await found(7)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'stocktake.counted', lines: [{ id: line!.id, counted: 8 }] },
    ])
    expect((await found(7, { over: true })).statusCode).toBe(200)
    expect(await lines()).toEqual([['A', 7]])
  })

  test('by conversion, two documents adjust the stock', async () => {
    const [warehouseId, more, less] = [
      await store.warehouse(),
      await store.sku(),
      await store.sku(),
    ]
    await store.receive(warehouseId, more, 10, 2)
    await store.receive(warehouseId, less, 10, 2)
    await setOption(app, mine, sql`stocktake_posting = 'conversion'`)
    const { id } = await store.draft('inventory_form', { warehouseId }, [
      { skuId: more },
      { skuId: less },
    ])
    const { goods } = await store.move('inventory_form', 'start', id)
    await count(id, [
      { id: goods[0]!.id, counted: 12 },
      { id: goods[1]!.id, counted: 7 },
    ])
    expect(await store.move('inventory_form', 'submit', id)).toMatchObject({ execStatus: 0 })
    await setOption(app, mine, sql`stocktake_posting = 'approval'`)
    expect((await store.balance(warehouseId, more)).quantity).toBe(10)
    await store.convert(id, 'warehousing')
    expect(await store.show('inventory_form', id)).toMatchObject({ execStatus: 1 })
    await store.convert(id, 'shipment')
    expect(await store.show('inventory_form', id)).toMatchObject({ execStatus: 2 })
    expect(await store.balance(warehouseId, more)).toEqual({ quantity: 12, value: 24, average: 2 })
    expect(await store.balance(warehouseId, less)).toEqual({ quantity: 7, value: 14, average: 2 })
    expect((await store.ledger(less)).at(-1)).toMatchObject({ type: 'loss' })
  })
})
