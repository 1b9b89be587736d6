import { expect, test } from 'vitest'
import { documents } from '#contract/inventory/document.ts'
import { isTestOld } from '#contract/inventory/germination.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { sku as skuEntity } from '#contract/inventory/sku.ts'
import { planNeeds } from '#contract/plan/needs-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { batch } from '#contract/planting/batch.ts'
import { seed } from '#contract/planting/seed.ts'
import { crop, variety } from '#contract/farm/crop.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { editable, make, sample } from './samples.ts'
import { day, refusal } from './stock.ts'

const { app, mine, store } = await oneStore()
const { admin } = mine

test('a plan reckons with the lots of its seeds, each as it was tested, and with its crop’s spacing', async () => {
  const made = await make(plan, admin)
  const grown = await admin.call(callOf(batch, 'show'), { id: made.batchId })
  const sown = await admin.call(callOf(variety, 'show'), { id: grown.varietyId })
  const kind = await admin.call(callOf(crop, 'show'), { id: sown.cropId })
  await admin.call(callOf(crop, 'edit'), {
    ...editable(crop, kind),
    rowSpacing: 70,
    plantSpacing: 40.5,
  })
  const sku = await store.sku({ agriculturalFlag: 1, lotFlag: 1 })
  const warehouse = await store.warehouse()
  const { productId } = await admin.call(callOf(skuEntity, 'show'), { id: sku })
  const one = await admin.call(callOf(seed, 'create'), {
    ...(await sample(seed, admin)),
    cropId: sown.cropId,
    varietyId: sown.id,
    productId,
    germination: 85,
    thousandSeedWeight: 3.2,
  })
  await store.posted('warehousing', { warehouseId: warehouse, purpose: 'initial' }, [
    { skuId: sku, quantity: 12, price: 80, lot: 'A-1', expiresOn: day(90) },
    { skuId: sku, quantity: 5, price: 80, lot: 'A-2', expiresOn: day(30) },
  ])
  const { content } = await admin.call(callOf(stockLot, 'list'), { size: 0, skuId: sku })
  const first = content.find(({ lot }) => lot === 'A-1')!
  await admin.call(callOf(stockLot, 'edit'), { ...editable(stockLot, first), germination: 93 })
  const needs = await admin.call(planNeeds, { id: made.id })
  expect(needs).toMatchObject({ rowSpacing: 70, plantSpacing: 40.5 })
  expect(needs.seeds.find(({ id }) => id === one.id)).toMatchObject({
    germination: 85,
    thousandWeight: 3.2,
    lots: [
      { lot: 'A-2', germination: null, quantity: 5 },
      { lot: 'A-1', germination: 93, quantity: 12 },
    ],
  })
  // Whoever may not see stock is told of the seed alone.
  const planner = await newMember(app, mine, [plan.permissions.list as string])
  const told = (await planner.call(planNeeds, { id: made.id })).seeds
  expect(told.find(({ id }) => id === one.id)).toMatchObject({ germination: 85, lots: [] })
})

test('a lot says when and with how many seeds it was tested, on no day that is to come', async () => {
  const skuId = await store.sku({ agriculturalFlag: 1, lotFlag: 1, type: 'seed' })
  await store.receive(await store.warehouse(), skuId, 3, 80, { lot: 'D', germination: 91 })
  const [lot] = (await admin.call(callOf(stockLot, 'list'), { size: 0, skuId })).content
  const edited = { ...editable(stockLot, lot!), sampleSize: 400 }
  const early = await refusal(admin.send(callOf(stockLot, 'edit'), { ...edited, testedOn: day(1) }))
  expect([early.status, Object.keys(early.fields!)]).toEqual([422, ['testedOn']])
  const kept = await admin.call(callOf(stockLot, 'edit'), { ...edited, testedOn: day(-400) })
  expect(kept).toMatchObject({ germination: 91, testedOn: day(-400), sampleSize: 400 })
  // A later receipt of the lot says nothing of it, and it stays.
  await store.receive(await store.warehouse(), skuId, 1, 80, { lot: 'D' })
  const tested = { size: 0, skuId, testedOnFrom: day(-400), testedOnTo: day(-400) }
  const { content } = await admin.call(callOf(stockLot, 'list'), tested)
  expect(content).toMatchObject([{ lot: 'D', testedOn: day(-400) }])
})

test('a test is old after a year, and one without a day is not', () => {
  const old = (on: unknown) => isTestOld(on, '2026-03-01')
  expect(['2025-02-28', '2025-03-01', '2026-02-28', null].map(old)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

const lotsOf = async (skuId: number) =>
  (await admin.call(callOf(stockLot, 'list'), { size: 0, skuId })).content.map(
    ({ lot, expiresOn, germination }) => [lot, expiresOn, germination],
  )

test.each(['warehousing', 'input_warehousing'] as const)(
  'seed of a %s says how well it comes up, which its lot keeps from the posting on',
  async (kind) => {
    const skuId = await store.sku({ agriculturalFlag: 1, lotFlag: 1, type: 'seed' })
    const head = { warehouseId: await store.warehouse(), purpose: 'purchase' }
    const draft = await store.draft(kind, head, [
      { skuId, quantity: 5, price: 80, lot: 'G-1', expiresOn: day(90), germination: 92 },
    ])
    expect(draft.goods).toMatchObject([{ germination: 92 }])
    expect(await lotsOf(skuId)).toEqual([])
    await store.move(kind, 'submit', draft.id)
    expect(await lotsOf(skuId)).toEqual([['G-1', day(90), 92]])
    // Nothing said, or the same again: the lot has it already.
    await store.posted(kind, head, [{ skuId, quantity: 1, lot: 'g-1' }])
    await store.posted(kind, head, [{ skuId, quantity: 1, lot: 'G-1', germination: 92 }])
    // Another figure is set right at the lot, as another last day is.
    const other = await refusal(
      admin.send(documents[kind].api.create!, {
        ...head,
        occurredOn: day(),
        goods: [{ skuId, quantity: 1, lot: 'G-1', germination: 88 }],
      }),
    )
    expect([other.status, other.code]).toEqual([409, 'stock.lot_germination'])
    expect(other.fields!.goods).toMatch(/92.*88/)
    expect(await lotsOf(skuId)).toEqual([['G-1', day(90), 92]])
  },
)

test('of two drafts with different germination the second is refused when it is posted', async () => {
  const skuId = await store.sku({ lotFlag: 1, type: 'seed' })
  const head = { warehouseId: await store.warehouse(), purpose: 'purchase' }
  const drafts = []
  for (const germination of [0, 90])
    drafts.push(
      await store.draft('warehousing', head, [{ skuId, quantity: 1, lot: 'N', germination }]),
    )
  await store.move('warehousing', 'submit', drafts[0]!.id)
  const second = store.at('warehousing', 'submit', drafts[1]!.id)
  expect(await refusal(admin.send(second, {}))).toMatchObject({
    status: 409,
    code: 'stock.lot_germination',
  })
  expect(await lotsOf(skuId)).toEqual([['N', null, 0]])
})

test('a lot that was not tested yet takes it from a later receipt; on its way it needs none', async () => {
  const skuId = await store.sku({ lotFlag: 1, type: 'seed' })
  const [from, to] = [await store.warehouse(), await store.warehouse()]
  await store.receive(from, skuId, 3, 80, { lot: 'T' })
  await store.receive(from, skuId, 3, 80, { lot: 'T', germination: 81 })
  expect(await lotsOf(skuId)).toEqual([['T', null, 81]])
  const planned = await store.posted('transfer', { warehouseId: from, toWarehouseId: to }, [
    { skuId, quantity: 2 },
  ])
  const sent = await store.convert(planned.id, 'shipment', (goods) =>
    goods.map((good) => ({ ...good, lot: 'T' })),
  )
  const came = await store.convert(sent.id, 'warehousing')
  expect(came.goods).toMatchObject([{ lot: 'T', germination: 81 }])
})

test('what is no seed, is kept without lots or beyond a hundred has no germination', async () => {
  const warehouseId = await store.warehouse()
  const create = async (skuId: number, line: object) => {
    const { status, fields } = await refusal(
      admin.send(documents.warehousing.api.create!, {
        warehouseId,
        purpose: 'purchase',
        occurredOn: day(),
        goods: [{ skuId, quantity: 1, ...line }],
      }),
    )
    return [status, Object.keys(fields ?? {})[0]]
  }
  const seedSku = await store.sku({ lotFlag: 1, type: 'seed' })
  expect(await create(await store.sku({ lotFlag: 1 }), { lot: 'A', germination: 90 })).toEqual([
    422,
    'goods',
  ])
  expect(await create(await store.sku({ type: 'seed' }), { germination: 90 })).toEqual([
    422,
    'goods',
  ])
  for (const germination of [-1, 101, 90.5])
    expect((await create(seedSku, { lot: 'A', germination }))[0]).toBe(400)
})

const testsOf = async (skuId: number) =>
  (await admin.call(callOf(stockLot, 'list'), { size: 0, skuId })).content.map(
    ({ lot, germination, testedOn, sampleSize }) => [lot, germination, testedOn, sampleSize],
  )

test.each(['warehousing', 'input_warehousing'] as const)(
  'seed of a %s says when and with how many seeds it was tested, which its lot keeps',
  async (kind) => {
    const skuId = await store.sku({ agriculturalFlag: 1, lotFlag: 1, type: 'seed' })
    const head = { warehouseId: await store.warehouse(), purpose: 'purchase' }
    const tested = { germination: 92, testedOn: day(-30), sampleSize: 400 }
    const line = { skuId, quantity: 5, price: 80, lot: 'P-1' }
    const draft = await store.draft(kind, head, [{ ...line, ...tested }])
    expect(draft.goods).toMatchObject([tested])
    await store.move(kind, 'submit', draft.id)
    expect(await testsOf(skuId)).toEqual([['P-1', 92, day(-30), 400]])
    await store.posted(kind, head, [{ ...line, ...tested, lot: 'p-1' }])
    await store.posted(kind, head, [line])
    // Another day or number is set right at the lot.
    for (const [other, code, told] of [
      [{ testedOn: day(-29) }, 'stock.lot_tested', day(-30)],
      [{ sampleSize: 200 }, 'stock.lot_sample', '400'],
    ] as const) {
      const refused = await refusal(
        admin.send(documents[kind].api.create!, {
          ...head,
          occurredOn: day(),
          goods: [{ ...line, ...tested, ...other }],
        }),
      )
      expect([refused.status, refused.code]).toEqual([409, code])
      expect(refused.fields!.goods).toContain(told)
    }
    expect(await testsOf(skuId)).toEqual([['P-1', 92, day(-30), 400]])
  },
)

test('a draft whose test is written anew keeps what was written last; none is to come', async () => {
  const skuId = await store.sku({ lotFlag: 1, type: 'seed' })
  const head = { warehouseId: await store.warehouse(), purpose: 'purchase', occurredOn: day() }
  const line = { skuId, quantity: 1, lot: 'Q', germination: 90 }
  const { id, objectVersionNumber } = await store.draft('warehousing', head, [
    { ...line, testedOn: day(-9), sampleSize: 100 },
  ])
  const write = (testedOn: string) =>
    admin.send(documents.warehousing.api.edit!, {
      ...head,
      id,
      objectVersionNumber,
      goods: [{ ...line, testedOn, sampleSize: 300 }],
    })
  expect(await refusal(write(day(1)))).toMatchObject({
    status: 422,
    fields: { goods: expect.stringContaining(day()) as string },
  })
  expect((await write(day(-8))).statusCode).toBe(200)
  await store.move('warehousing', 'submit', id)
  expect(await testsOf(skuId)).toEqual([['Q', 90, day(-8), 300]])
})

test('of two drafts with different tests the second is refused when it is posted', async () => {
  const skuId = await store.sku({ lotFlag: 1, type: 'seed' })
  const head = { warehouseId: await store.warehouse(), purpose: 'purchase' }
  const drafts = []
  for (const testedOn of [day(-3), day(-4)])
    drafts.push(
      await store.draft('warehousing', head, [
        { skuId, quantity: 1, lot: 'R', germination: 90, testedOn },
      ]),
    )
  await store.move('warehousing', 'submit', drafts[0]!.id)
  const second = store.at('warehousing', 'submit', drafts[1]!.id)
  expect(await refusal(admin.send(second, {}))).toMatchObject({
    status: 409,
    code: 'stock.lot_tested',
  })
})

test.each([{ testedOn: day(-1) }, { sampleSize: 400 }])(
  'what is no seed kept by lot has no test: %o',
  async (said) => {
    const warehouseId = await store.warehouse()
    for (const [sku, lot] of [
      [{ lotFlag: 1 }, { lot: 'A' }],
      [{ type: 'seed' }, {}],
    ] as const) {
      const { status, code, fields } = await refusal(
        admin.send(documents.warehousing.api.create!, {
          warehouseId,
          purpose: 'purchase',
          occurredOn: day(),
          goods: [{ skuId: await store.sku(sku), quantity: 1, ...lot, ...said }],
        }),
      )
      expect([status, Object.keys(fields ?? {})[0]], code).toEqual([422, 'goods'])
    }
  },
)
