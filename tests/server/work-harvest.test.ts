import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batch } from '#contract/planting/batch.ts'
import { callOf } from '#contract/entity-calls.ts'
import { produceWeight } from '#contract/work/task-calls.ts'
import { fieldPack } from '#contract/work/field-calls.ts'
import { oneStore } from './ground.ts'
import { make, type Made } from './samples.ts'
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
