import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { documents } from '#contract/inventory/document.ts'
import { product, productScreen } from '#contract/inventory/product.ts'
import { findSkus } from '#contract/inventory/sku-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { unit } from '#contract/inventory/unit.ts'
import { stockReports } from '#contract/inventory/report-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneStore } from './ground.ts'
import { unique } from './harness.ts'
import { day, refusal, setOption } from './stock.ts'

const { app, mine, store } = await oneStore()
const make = (kind: keyof typeof documents, body: Record<string, unknown>) =>
  refusal(mine.admin.send(documents[kind].api.create!, { occurredOn: day(), ...body }))

test('a line written in bags is posted in kilograms, worth what its bags cost', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const bag = await store.unit(skuId, 40)
  // 3 bags at 100.01 are 300.03, though one kilogram at 2.5003 would make 300.04.
  const made = await store.posted('warehousing', { warehouseId, purpose: 'purchase' }, [
    { skuId, quantity: 1, unitId: bag, unitQuantity: 3, unitPrice: 100.01 },
  ])
  expect(made.goods[0]).toMatchObject({
    quantity: 120,
    price: 2.5003,
    amount: 300.03,
    unitId: bag,
    unitIdName: '箱',
    unitQuantity: 3,
    unitPrice: 100.01,
    unitRatio: 40,
  })
  expect(await store.balance(warehouseId, skuId)).toMatchObject({ quantity: 120, value: 300.03 })
  const [there] = (await mine.admin.call(callOf(stockBalance, 'list'), { skuId })).content
  expect(there!.packs).toMatchObject([{ unitIdName: '箱', enName: 'box', quantity: 3 }])
  const gone = await store.posted('shipment', { warehouseId, purpose: 'use' }, [
    { skuId, quantity: 20 },
  ])
  expect(gone.goods[0]).toMatchObject({ quantity: 20, unitId: null, unitQuantity: null })
  const [left] = (await mine.admin.call(callOf(stockBalance, 'list'), { skuId })).content
  expect([left!.quantity, left!.packs]).toMatchObject([100, [{ quantity: 2.5 }]])
  const usage = await mine.admin.call(stockReports.usage, { from: day(), to: day(), skuId })
  expect(usage.content[0]).toMatchObject({
    quantity: 20,
    packs: [{ unitIdName: '箱', quantity: 0.5 }],
  })
})

test('what is made from a document keeps its unit for as long as the rest comes out even', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const bag = await store.unit(skuId, 3)
  const asked = await store.posted('aplionform', { warehouseId }, [
    { skuId, quantity: 9, unitId: bag, unitQuantity: 3, unitPrice: 9.99 },
  ])
  expect((await store.remaining(asked.id, 'warehousing')).goods[0]).toMatchObject({
    quantity: 9,
    unitId: bag,
    unitQuantity: 3,
    unitPrice: 9.99,
  })
  await store.convert(asked.id, 'warehousing', (goods) =>
    goods.map((good) => ({ ...good, unitQuantity: 1 })),
  )
  expect((await store.remaining(asked.id, 'warehousing')).goods[0]).toMatchObject({
    quantity: 6,
    unitQuantity: 2,
  })
  await store.convert(asked.id, 'warehousing', ([good]) => [
    { skuId: good!.skuId, sourceLineId: good!.sourceLineId!, quantity: 1 },
  ])
  expect((await store.remaining(asked.id, 'warehousing')).goods[0]).not.toHaveProperty('unitId')
  const done = await store.show('aplionform', asked.id)
  expect(done.goods[0]).toMatchObject({ doneQuantity: 4 })
})

test('another ratio changes nothing that was posted, and a draft as it is saved again', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const bag = await store.unit(skuId, 40)
  const good = { skuId, quantity: 1, unitId: bag, unitQuantity: 2, unitPrice: 10 }
  const posted = await store.posted('warehousing', { warehouseId, purpose: 'purchase' }, [good])
  const draft = await store.draft('warehousing', { warehouseId, purpose: 'purchase' }, [good])
  await app.db.write(mine.id, (tx) =>
    sql`update product_unit set ratio = 50 where unit_id = ${bag}`.execute(tx),
  )
  expect((await store.show('warehousing', posted.id)).goods[0]).toMatchObject({
    quantity: 80,
    unitRatio: 40,
  })
  expect((await store.balance(warehouseId, skuId)).quantity).toBe(80)
  const handed = await store.move('warehousing', 'submit', draft.id)
  expect(handed.goods[0]).toMatchObject({ quantity: 80, unitRatio: 40 })
  const fresh = await store.posted('warehousing', { warehouseId, purpose: 'purchase' }, [good])
  expect(fresh.goods[0]).toMatchObject({ quantity: 100, unitRatio: 50 })
  expect((await store.balance(warehouseId, skuId)).quantity).toBe(260)
  expect(await store.faults()).toEqual([])
})

test('what is no exact quantity, no unit of the thing or beyond all is refused at the goods', async () => {
  const [warehouseId, skuId, other] = [
    await store.warehouse(),
    await store.sku(),
    await store.sku(),
  ]
  const [third, most, strange] = [
    await store.unit(skuId, 0.333333),
    await store.unit(skuId, 999_999),
    await store.unit(other, 2),
  ]
  const head = { warehouseId, purpose: 'purchase' }
  expect(
    (
      await make('warehousing', {
        ...head,
        goods: [{ skuId, quantity: 1, unitId: third, unitQuantity: 1 }],
      })
    ).fields!.goods,
  ).toContain('0.333333')
  expect(
    await make('warehousing', {
      ...head,
      goods: [{ skuId, quantity: 1, unitId: third, unitQuantity: 1000, unitPrice: 1 }],
    }),
  ).toMatchObject({ status: 200 })
  expect(
    (
      await make('warehousing', {
        ...head,
        goods: [{ skuId, quantity: 1, unitId: strange, unitQuantity: 1 }],
      })
    ).fields!.goods,
  ).toContain('没有这个单位')
  expect(
    (await make('warehousing', { ...head, goods: [{ skuId, quantity: 1, unitId: most }] })).fields!
      .goods,
  ).toContain('请填写')
  expect(
    await make('warehousing', {
      ...head,
      goods: [{ skuId, quantity: 1, unitId: most, unitQuantity: 9_999_999 }],
    }),
  ).toMatchObject({ status: 422 })
  expect(
    await make('warehousing', {
      ...head,
      goods: [{ skuId, quantity: 1, unitId: third, unitQuantity: 3000, unitPrice: 99_999_999 }],
    }),
  ).toMatchObject({ status: 422 })
})

test('the worth that a flow asks for is that of the bags', async () => {
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const bag = await store.unit(skuId, 3)
  const { id } = await store.draft('warehousing', { warehouseId, purpose: 'purchase' }, [
    { skuId, quantity: 1, unitId: bag, unitQuantity: 1, unitPrice: 100 },
  ])
  expect((await store.show('warehousing', id)).goods[0]).toMatchObject({
    price: 33.3333,
    amount: 100,
  })
  await setOption(app, mine, sql`over_percent = 0`)
  expect((await store.move('warehousing', 'submit', id)).total).toBe(100)
})

test('a product has each unit once, never its own, and no unit goes that a product has', async () => {
  const named = async () =>
    (await mine.admin.call(callOf(unit, 'create'), { code: unique('u'), name: '袋' })).id
  const [own, bag] = [await named(), await named()]
  const body = { name: unique('肥'), code: unique('p'), type: 'fertilizer' as const, unitId: own }
  const sent = (units: unknown[]) =>
    refusal(mine.admin.send(callOf(product, 'create'), untyped({ ...body, units })))
  expect((await sent([{ unitId: own, ratio: 2 }])).fields).toHaveProperty('units')
  expect(
    (
      await sent([
        { unitId: bag, ratio: 2 },
        { unitId: bag, ratio: 3 },
      ])
    ).fields,
  ).toHaveProperty('units')
  expect((await sent([{ unitId: 9e12, ratio: 2 }])).fields).toHaveProperty('units')
  expect((await sent([{ unitId: bag, ratio: 0.3333333 }])).status).toBe(400)
  const made = await mine.admin.call(callOf(product, 'create'), {
    ...body,
    units: [{ unitId: bag, ratio: 40 }],
  })
  expect(made.units).toMatchObject([{ unitId: bag, unitIdName: '袋', ratio: 40 }])
  expect((await refusal(mine.admin.send(callOf(unit, 'delete'), { id: bag }))).code).toBe(
    'error.data_in_use',
  )
  await mine.admin.call(callOf(product, 'delete'), { id: made.id })
})

test('the code of a bag is read as a bag, by its barcode or by our label of it', async () => {
  const named = () =>
    mine.admin.call(callOf(unit, 'create'), { code: unique('u'), name: unique('u') })
  const [kilogram, bag, crate] = [await named(), await named(), await named()]
  const [code, own, packed] = [unique('p'), unique('6900'), unique('6901')]
  const body = {
    name: code,
    code,
    type: 'fertilizer' as const,
    unitId: kilogram.id,
    barcode: own,
    units: [
      { unitId: bag.id, ratio: 40, barcode: packed },
      { unitId: crate.id, ratio: 400 },
    ],
  }
  const made = await mine.admin.call(callOf(product, 'create'), body)
  expect(made.units).toMatchObject([{ barcode: packed }, { barcode: null }])
  const find = async (...keys: string[]) =>
    (
      await mine.admin.call(findSkus, {
        keys,
      })
    ).map(({ name, scannedUnitId }) => [name, scannedUnitId])
  const label = `https://farm.example${productScreen.route}?open=show&id=${made.id}`
  expect(await find(packed.toUpperCase())).toEqual([[code, bag.id]])
  expect(await find(own)).toEqual([[code, null]])
  expect(await find(`${label}&unit=${crate.id}`)).toEqual([[code, crate.id]])
  expect(await find(label)).toEqual([[code, null]])
  // A unit that it has no longer is the thing itself.
  expect(await find(`${label}&unit=${kilogram.id}`)).toEqual([[code, null]])
  expect(await find(own, packed)).toEqual([
    [code, null],
    [code, bag.id],
  ])
  const twice = await refusal(
    mine.admin.send(
      callOf(product, 'create'),
      untyped({
        ...body,
        name: unique('p'),
        code: unique('p'),
        units: body.units.map((one) => ({ ...one, barcode: packed })),
      }),
    ),
  )
  expect([twice.status, Object.keys(twice.fields!)]).toEqual([422, ['units']])
})
