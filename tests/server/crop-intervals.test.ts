import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { crop, variety } from '#contract/farm/crop.ts'
import { product } from '#contract/inventory/product.ts'
import { safetyIntervals } from '#contract/inventory/interval-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { batchAhead, batchFigures, batchMoves } from '#contract/planting/batch-calls.ts'
import { batch } from '#contract/planting/batch.ts'
import { plotLocks, taskMoves } from '#contract/work/task-calls.ts'
import { sku as skuEntity } from '#contract/inventory/sku.ts'
import { raiseRights } from '#server/db/rights.ts'
import { oneStore } from './ground.ts'
import { newMember } from './harness.ts'
import { editable, make, sample, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const { admin } = mine
/** A crop that grows on a plot, and what it says of inputs and pests. */
async function grown(more: Record<string, unknown>) {
  const kind = await admin.call(callOf(crop, 'create'), { ...(await sample(crop, admin)), ...more })
  const { id: varietyId } = await admin.call(callOf(variety, 'create'), {
    ...(await sample(variety, admin)),
    cropId: kind.id,
    yieldPerMu: null,
  })
  const plot = (await farm.plot()) as Made & { areaId: number }
  const made = await admin.call(callOf(batch, 'create'), {
    ...(await sample(batch, admin)),
    areaId: plot.areaId,
    landIds: [plot.id],
    varietyId,
    plantedOn: day(-5),
  })
  await admin.call(batchMoves.start, { id: made.id, plantedOn: day(-5) })
  return { kind, plot, made, varietyId }
}
const productOf = async (id: number) =>
  (await admin.call(callOf(skuEntity, 'show'), { id })).productId!

test('on a crop that says so an input waits longer, in what is asked ahead and in the lock', async () => {
  const { sku, warehouse } = await farm.input({ safety: 3 })
  const productId = await productOf(sku)
  const { plot, made } = await grown({ intervals: [{ productId, safetyInterval: 21 }] })
  const other = await grown({ intervals: [] })
  const asked = async (landIds: number[], batchId?: number) =>
    admin.call(safetyIntervals, {
      skuIds: String(sku),
      ...(landIds.length > 0 && { landIds: landIds.join(',') }),
      ...(batchId && { batchId }),
    })
  expect(await asked([plot.id])).toMatchObject([{ skuId: sku, days: 21 }])
  expect(await asked([other.plot.id])).toMatchObject([{ days: 3 }])
  // The longest of several plots, the crop of a batch, and all crops where nothing is said.
  expect(await asked([other.plot.id, plot.id])).toMatchObject([{ days: 21 }])
  expect(await asked([], made.id)).toMatchObject([{ days: 21 }])
  expect(await asked([])).toMatchObject([{ days: 3 }])
  const leader = await farm.person()
  const work = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    leaderId: leader.workerId,
    warehouseId: warehouse,
  })
  await farm.move(leader, work.id, 'start')
  await farm.move(leader, work.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: sku, quantity: 1 }],
  })
  const lockedFor = async () => {
    const lock = (await admin.call(plotLocks, {})).find(({ landId }) => landId === plot.id)!
    return Math.round((Date.parse(String(lock.until)) - Date.now()) / 86_400_000)
  }
  expect(await lockedFor()).toBeGreaterThan(19)
  await admin.call(taskMoves.adopt, { id: work.id })
  expect(await lockedFor()).toBeGreaterThan(19)
})

test('what grows on a plot or in a batch of another base is not told by how long it waits', async () => {
  const { sku } = await farm.input({ safety: 3 })
  const productId = await productOf(sku)
  const { plot, made } = await grown({ intervals: [{ productId, safetyInterval: 21 }] })
  const elsewhere = await make(area, admin)
  const member = await newMember(app, mine, [skuEntity.permissions.list].flat())
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = array[${elsewhere.id}]::bigint[]
      where account_id = ${member.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  const asked = (more: { landIds?: string; batchId?: number }) =>
    member.call(safetyIntervals, { skuIds: String(sku), ...more })
  expect(await asked({ landIds: String(plot.id) })).toMatchObject([{ days: 3 }])
  expect(await asked({ batchId: made.id })).toMatchObject([{ days: 3 }])
})

test('an input without an interval of its own waits where a crop says so, and stays while it is named', async () => {
  const { sku } = await farm.input()
  const productId = await productOf(sku)
  const { plot, kind } = await grown({ intervals: [{ productId, safetyInterval: 7 }] })
  expect(
    await admin.call(safetyIntervals, { skuIds: String(sku), landIds: String(plot.id) }),
  ).toMatchObject([{ days: 7 }])
  await expect(admin.call(callOf(product, 'delete'), { id: productId })).rejects.toMatchObject({
    status: 422,
  })
  const row = await admin.call(callOf(crop, 'show'), { id: kind.id })
  expect(row.intervals).toMatchObject([{ productId, safetyInterval: 7 }])
  const twice = [
    { productId, safetyInterval: 7 },
    { productId, safetyInterval: 9 },
  ]
  await expect(
    admin.call(callOf(crop, 'edit'), { ...editable(crop, row), intervals: twice }),
  ).rejects.toMatchObject({ status: 422 })
})

test('a crop’s usual yield counts where its variety says none, and its pests are pointed out by stage', async () => {
  const { made, plot, varietyId } = await grown({
    yieldPerMu: 800,
    stages: [
      { name: '苗期', days: 30 },
      { name: '采收期', days: 30 },
    ],
    pests: [
      { name: '跳甲', stage: '苗期', signs: '小孔' },
      { name: '软腐', stage: '采收期' },
      { name: '蚜虫' },
    ],
  })
  expect((await admin.call(batchFigures, { id: made.id })).pests).toEqual([
    { name: '跳甲', signs: '小孔' },
    { name: '蚜虫', signs: null },
  ])
  const ahead = await admin.call(batchAhead, {
    varietyId,
    landIds: String(plot.id),
    plantedArea: 2,
  } as never)
  expect(ahead.expectedYield).toBe(1600)
  expect((await make(crop, admin)).pests).toEqual([])
})
