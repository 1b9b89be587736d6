import { expect, test } from 'vitest'
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
import { day } from './stock.ts'

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
