import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batch } from '#contract/planting/batch.ts'
import { callOf } from '#contract/entity-calls.ts'
import { produceWeight } from '#contract/work/task-calls.ts'
import { fieldPack } from '#contract/work/field-calls.ts'
import { batchMoves, keepBatchFact } from '#contract/planting/batch-calls.ts'
import { plotLocks } from '#contract/work/task-calls.ts'
import { row } from '#server/db/database.ts'
import { oneStore } from './ground.ts'
import { make, sample, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const leader = await farm.person()
const code = async (answer: Promise<unknown>) => {
  try {
    await answer
    return 'done'
  } catch (error) {
    return (error as { body: { code: string } }).body.code
  }
}

/** A batch, its task that was begun, and where what is picked goes. */
async function picking() {
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number }
  const made = await farm.task({
    areaId: grown.areaId,
    batchId: grown.id,
    leaderId: leader.workerId,
    warehouseId: await store.warehouse(),
  })
  await farm.move(leader, made.id, 'start')
  const finish = (report: Record<string, unknown>) =>
    farm.move(leader, made.id, 'finish', {
      hours: [{ workerId: leader.workerId, hours: 1 }],
      ...report,
    })
  const yielded = async () =>
    (await mine.admin.call(callOf(batch, 'show'), { id: grown.id })).realYield
  return { ...made, finish, yielded }
}

test('what was picked comes into stock as it is counted, and into the batch as it weighs', async () => {
  // A box holds eight kilograms: a kilogram is 0.125 of one.
  const boxes = await farm.produce(0.125)
  const one = await picking()
  await one.finish({ harvested: 40, harvestSkuId: boxes })
  await farm.move(mine.admin, one.id, 'adopt')
  expect(await one.yielded()).toBe(320)
  expect((await farm.onHand(boxes)).quantity).toBe(40)
  expect(await farm.show(one.id)).toMatchObject({
    harvested: 40,
    harvestUnit: '袋',
    harvestedKg: 320,
  })
  await farm.move(mine.admin, one.id, 'undo')
  expect(await one.yielded()).toBe(0)
  expect((await farm.onHand(boxes)).quantity).toBe(0)
  await farm.move(mine.admin, one.id, 'adopt')
  expect(await one.yielded()).toBe(320)
  // Who weighed them knows better.
  const two = await picking()
  await two.finish({ harvested: 40, harvestSkuId: boxes, harvestedKg: 311.5 })
  await farm.move(mine.admin, two.id, 'adopt')
  expect(await two.yielded()).toBe(311.5)
})

test('goods that do not say what they weigh: the report does, or is asked for it', async () => {
  const bunches = await farm.produce(null)
  const one = await picking()
  expect(await code(one.finish({ harvested: 12, harvestSkuId: bunches }))).toBe(
    'error.data_invalid',
  )
  await one.finish({ harvested: 12, harvestSkuId: bunches, harvestedKg: 5 })
  await farm.move(mine.admin, one.id, 'adopt')
  expect(await one.yielded()).toBe(5)
  // Nobody's yield: nothing is weighed.
  const loose = await farm.task({
    leaderId: leader.workerId,
    warehouseId: await store.warehouse(),
  })
  await farm.move(leader, loose.id, 'start')
  await farm.move(leader, loose.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    harvested: 3,
    harvestSkuId: bunches,
  })
  expect(await farm.move(mine.admin, loose.id, 'adopt')).toMatchObject({ harvestedKg: null })
})

test('what was reported before weights were asked for is sent back, not guessed', async () => {
  const bunches = await farm.produce(null)
  const one = await picking()
  await one.finish({ harvested: 12, harvestSkuId: bunches, harvestedKg: 5 })
  await app.db.write(mine.id, (tx) =>
    sql`update task set harvested_kg = null where id = ${one.id}`.execute(tx),
  )
  expect(await code(farm.move(mine.admin, one.id, 'adopt'))).toBe('task.kilograms_unknown')
  await farm.move(mine.admin, one.id, 'reject', { reason: '补重量' })
  await one.finish({ harvested: 12, harvestSkuId: bunches, harvestedKg: 6 })
  await farm.move(mine.admin, one.id, 'adopt')
  expect(await one.yielded()).toBe(6)
})

test('what goods are counted in is known to whoever reports, and goes into the field with them', async () => {
  const boxes = await farm.produce(0.125)
  expect(await leader.call(produceWeight, { skuId: boxes })).toEqual({
    unitName: '袋',
    enName: null,
    kilograms: 8,
    massFlag: 0,
  })
  await farm.task({
    leaderId: leader.workerId,
    materials: [{ skuId: boxes, quantity: 1 }],
  })
  const { goods } = await leader.call(fieldPack)
  expect(goods.find(({ id }) => id === boxes)).toMatchObject({ unitName: '袋', kilograms: 8 })
})

/** A plot that is sprayed while something is going on there. */
async function sprayed(plot: Made & { areaId: number }) {
  const { sku, warehouse } = await farm.input({ safety: 7 })
  const made = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    leaderId: leader.workerId,
    warehouseId: warehouse,
  })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: sku, quantity: 1 }],
  })
  return made
}
const lastAudit = (recordId: number, action: string) =>
  app.db.read(mine.id, (tx) =>
    row<{ after: { override?: string; locks?: { name: string }[] } }>(
      tx,
      sql`select after from audit where record_id = ${recordId} and action = ${action} order by id desc limit 1`,
    ),
  )

test('what was begun before a plot was sprayed is not picked within the interval, whatever kind of task it is', async () => {
  const plot = (await farm.plot()) as Made & { areaId: number }
  const weeding = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    leaderId: leader.workerId,
  })
  await farm.move(leader, weeding.id, 'start')
  await sprayed(plot)
  const report = { hours: [{ workerId: leader.workerId, hours: 1 }] }
  const picked = { ...report, harvested: 5 }
  expect(await code(farm.move(leader, weeding.id, 'finish', picked))).toBe('task.preharvest')
  expect(await code(farm.move(leader, weeding.id, 'finish', { ...picked, override: '急' }))).toBe(
    'error.permission.mismatch',
  )
  await farm.move(mine.admin, weeding.id, 'finish', { ...picked, override: '检测合格' })
  expect((await lastAudit(weeding.id, 'finish'))!.after).toMatchObject({ override: '检测合格' })
  // Asked once: what was waived is accepted without being waived again.
  expect(await code(farm.move(mine.admin, weeding.id, 'adopt'))).toBe('done')
  // Who picks nothing is not asked.
  const other = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    leaderId: leader.workerId,
  })
  await farm.move(leader, other.id, 'start')
  expect(await code(farm.move(leader, other.id, 'finish', report))).toBe('done')
})

test('a spraying that is told late stops the acceptance; one after the picking does not', async () => {
  const plot = (await farm.plot()) as Made & { areaId: number }
  const pick = async () => {
    const made = await farm.task({
      areaId: plot.areaId,
      landIds: [plot.id],
      leaderId: leader.workerId,
    })
    await farm.move(leader, made.id, 'start')
    await farm.move(leader, made.id, 'finish', {
      hours: [{ workerId: leader.workerId, hours: 1 }],
      harvested: 5,
    })
    return made
  }
  const [first, second] = [await pick(), await pick()]
  const spraying = await sprayed(plot)
  expect(await code(farm.move(mine.admin, first.id, 'adopt'))).toBe('done')
  await app.db.write(mine.id, (tx) =>
    sql`update task set finished_at = now() - interval '1 hour' where id = ${spraying.id}`.execute(
      tx,
    ),
  )
  expect(await code(farm.move(mine.admin, second.id, 'adopt'))).toBe('task.preharvest')
  expect(await code(farm.move(mine.admin, second.id, 'adopt', { override: '检测合格' }))).toBe(
    'done',
  )
  expect((await lastAudit(second.id, 'adopt'))!.after.locks).toHaveLength(1)
})

test('a task that sprays and picks is not held back by itself', async () => {
  const plot = (await farm.plot()) as Made & { areaId: number }
  const { sku, warehouse } = await farm.input({ safety: 7 })
  const made = await farm.task({
    areaId: plot.areaId,
    landIds: [plot.id],
    leaderId: leader.workerId,
    warehouseId: warehouse,
  })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: sku, quantity: 1 }],
    harvested: 5,
  })
  expect(await code(farm.move(mine.admin, made.id, 'adopt'))).toBe('done')
})

test('a batch is not harvested within the interval, nor is a yield written down for it', async () => {
  const plot = (await farm.plot()) as Made & { areaId: number }
  const { id } = await mine.admin.call(callOf(batch, 'create'), {
    ...(await sample(batch, mine.admin)),
    areaId: plot.areaId,
    landIds: [plot.id],
  })
  await mine.admin.call(batchMoves.start, { id, plantedOn: day(-3) })
  await sprayed(plot)
  const weighed = { id, kind: 'yield', title: 'scales', quantity: 4 } as const
  const today = { ...weighed, occurredOn: day() }
  expect(await code(mine.admin.call(keepBatchFact, today))).toBe('task.preharvest')
  // The day before nobody had sprayed.
  expect(await code(mine.admin.call(keepBatchFact, { ...weighed, occurredOn: day(-1) }))).toBe(
    'done',
  )
  expect(await code(mine.admin.call(keepBatchFact, { ...today, override: '检测合格' }))).toBe(
    'done',
  )
  expect((await lastAudit(id, 'fact'))!.after).toMatchObject({ override: '检测合格' })
  expect(await code(mine.admin.call(batchMoves.harvest, { id }))).toBe('task.preharvest')
  expect(await code(mine.admin.call(batchMoves.harvest, { id, override: '检测合格' }))).toBe('done')
  expect((await lastAudit(id, 'harvest'))!.after).toMatchObject({ override: '检测合格' })
  const finish = { id, finishedOn: day() }
  expect(await code(mine.admin.call(batchMoves.finish, { ...finish, realYield: 20 }))).toBe(
    'task.preharvest',
  )
  // Nothing more than what was weighed.
  expect(await code(mine.admin.call(batchMoves.finish, { ...finish, realYield: 8 }))).toBe('done')
  expect(await mine.admin.call(plotLocks, { areaId: plot.areaId })).toHaveLength(1)
})
