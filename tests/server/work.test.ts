import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { taskResults, taskStates } from '#contract/work/task-states.ts'
import { row, rows } from '#server/db/database.ts'
import { batch } from '#contract/planting/batch.ts'
import { myTask, taskOption, saveTaskOption, myTasks } from '#contract/work/task-calls.ts'
import { oneStore } from './ground.ts'
import { make, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
const hours = (workerId: number, many = 4) => [{ workerId, hours: many }]
const code = async (answer: Promise<unknown>) => {
  try {
    await answer
    return 'done'
  } catch (error) {
    return (error as { body: { code: string } }).body.code
  }
}

test('accepting posts stock at its cost, hours at the day’s wage and the batch’s facts; undoing takes back all of it', async () => {
  const leader = await farm.person()
  const { sku, warehouse } = await farm.input()
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number; landIds?: number[] }
  const made = await farm.task({
    areaId: grown.areaId,
    batchId: grown.id,
    leaderId: leader.workerId,
    warehouseId: warehouse,
    materials: [{ skuId: sku, quantity: 10 }],
  })
  expect(made).toMatchObject({ state: taskStates.notStarted, priority: 'normal', overdueFlag: 0 })
  expect(made.taskCode).toMatch(/^T\d{6}-\d{3}$/)
  await farm.move(leader, made.id, 'start')
  const reported = await farm.move(leader, made.id, 'finish', {
    hours: hours(leader.workerId),
    used: [{ skuId: sku, quantity: 7.5 }],
    harvested: 120,
  })
  expect(reported).toMatchObject({ state: taskStates.finished, useDocumentId: null })
  expect(await farm.onHand(sku)).toEqual({ quantity: 100, value: 400 })

  const closed = await farm.move(mine.admin, made.id, 'adopt')
  expect(closed).toMatchObject({
    state: taskStates.closed,
    result: taskResults.accepted,
    inputCost: 30,
    laborCost: 80,
    workedHours: 4,
  })
  expect(await farm.onHand(sku)).toEqual({ quantity: 92.5, value: 370 })
  const facts = () =>
    app.db.read(mine.id, (tx) =>
      rows<{ kind: string; quantity: number; amount: number | null }>(
        tx,
        sql`select kind, sum(quantity) as quantity, sum(amount) as amount from batch_fact
          where batch_id = ${grown.id} group by kind order by kind`,
      ),
    )
  expect(await facts()).toEqual([
    { kind: 'input', quantity: 7.5, amount: 30 },
    { kind: 'labor', quantity: 4, amount: 80 },
    { kind: 'yield', quantity: 120, amount: null },
  ])

  const undone = await farm.move(mine.admin, made.id, 'undo')
  expect(undone).toMatchObject({ state: taskStates.finished, useDocumentId: null, laborCost: 0 })
  expect(await farm.onHand(sku)).toEqual({ quantity: 100, value: 400 })
  expect((await facts()).map(({ quantity }) => quantity)).toEqual([0, 0, 0])
  // And once more: nothing is posted twice.
  expect(await farm.move(mine.admin, made.id, 'adopt')).toMatchObject({
    laborCost: 80,
    inputCost: 30,
  })
  expect(await farm.onHand(sku)).toEqual({ quantity: 92.5, value: 370 })
})

test('what lies short is said, and nothing of the acceptance stands', async () => {
  const leader = await farm.person()
  const { sku, warehouse } = await farm.input()
  const made = await farm.task({ leaderId: leader.workerId, warehouseId: warehouse })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: hours(leader.workerId),
    used: [{ skuId: sku, quantity: 101 }],
  })
  expect(await code(farm.move(mine.admin, made.id, 'adopt'))).toBe('stock.short')
  expect(await farm.show(made.id)).toMatchObject({ state: taskStates.finished, laborCost: null })
  await farm.move(mine.admin, made.id, 'reject', { reason: '数量不对' })
  expect(await farm.show(made.id)).toMatchObject({ state: taskStates.inProgress, reworkCount: 1 })
})

test('a plot that was sprayed is not entered, and not picked, before its time; who waives it says why', async () => {
  const leader = await farm.person()
  const { sku, warehouse } = await farm.input({ safety: 7, reentry: 24 })
  const plot = (await farm.plot()) as Made & { areaId: number }
  const common = { areaId: plot.areaId, landIds: [plot.id], leaderId: leader.workerId }
  const spraying = await farm.task({ ...common, warehouseId: warehouse })
  const picking = await farm.task({ ...common, taskTypeId: await farm.kind('harvest') })
  const weeding = await farm.task(common)
  await farm.move(leader, spraying.id, 'start')
  await farm.move(leader, spraying.id, 'finish', {
    hours: hours(leader.workerId),
    used: [{ skuId: sku, quantity: 1 }],
  })
  // Reported is enough: nobody waits for the acceptance to be kept out.
  expect(await code(farm.move(leader, weeding.id, 'start'))).toBe('task.reentry')
  await farm.move(mine.admin, spraying.id, 'adopt')
  expect(await code(farm.move(leader, weeding.id, 'start'))).toBe('task.reentry')
  const mineOne = await leader.call(myTask, { id: weeding.id })
  expect(mineOne.locks.map(({ kind }) => kind).toSorted()).toEqual(['harvest', 'reentry'])
  expect(await code(farm.move(leader, weeding.id, 'start', { override: '急' }))).toBe(
    'error.permission.mismatch',
  )
  await farm.move(mine.admin, weeding.id, 'start', { override: '已过雨，穿戴防护' })
  // The day of entering comes first, that of picking later.
  await app.db.write(mine.id, (tx) =>
    sql`update task set finished_at = now() - interval '25 hours' where id = ${spraying.id}`.execute(
      tx,
    ),
  )
  expect(await code(farm.move(leader, picking.id, 'start'))).toBe('task.preharvest')
  await farm.move(mine.admin, spraying.id, 'undo')
  await farm.move(mine.admin, spraying.id, 'reject', { reason: '没有喷' })
  expect(await code(farm.move(leader, picking.id, 'start'))).toBe('done')
})

test('who leads reports, who takes part begins, who reported does not accept while others could', async () => {
  const [leader, helper, stranger] = [await farm.person(), await farm.person(), await farm.person()]
  const made = await farm.task({
    leaderId: leader.workerId,
    participantIds: [helper.workerId, leader.workerId],
  })
  expect(made.participantIds).toEqual([helper.workerId])
  expect(await code(farm.move(stranger, made.id, 'start'))).toBe('task.not_yours')
  await farm.move(helper, made.id, 'start')
  expect(await code(farm.move(helper, made.id, 'finish', { hours: hours(helper.workerId) }))).toBe(
    'task.leader_only',
  )
  await farm.move(mine.admin, made.id, 'finish', { hours: hours(helper.workerId) })
  expect(await code(farm.move(mine.admin, made.id, 'adopt'))).toBe('done')
})

test('pictures that are asked for have to come', async () => {
  const leader = await farm.person()
  const made = await farm.task({ leaderId: leader.workerId, photoCount: 1 })
  await farm.move(leader, made.id, 'start')
  expect(await code(farm.move(leader, made.id, 'finish', { hours: hours(leader.workerId) }))).toBe(
    'error.data_invalid',
  )
})

test('a tenant that accepts nothing closes at once, and one whose people do not help themselves refuses', async () => {
  const leader = await farm.person()
  const free = await farm.task()
  const option = await mine.admin.call(taskOption)
  const changed = await mine.admin.call(saveTaskOption, {
    acceptFlag: 0,
    claimFlag: 0,
    objectVersionNumber: option.objectVersionNumber,
  })
  expect(await code(farm.move(leader, free.id, 'claim'))).toBe('task.claim_off')
  const made = await farm.task({ leaderId: leader.workerId })
  await farm.move(leader, made.id, 'start')
  const closed = await farm.move(leader, made.id, 'finish', { hours: hours(leader.workerId, 8) })
  expect(closed).toMatchObject({ state: taskStates.closed })
  // What work costs is not for everybody.
  expect(closed).not.toHaveProperty('laborCost')
  expect(await farm.show(made.id)).toMatchObject({ laborCost: 160 })
  await mine.admin.call(saveTaskOption, {
    acceptFlag: 1,
    claimFlag: 1,
    objectVersionNumber: changed.objectVersionNumber,
  })
  expect(await farm.move(leader, free.id, 'claim')).toMatchObject({ leaderId: leader.workerId })
})

test('mine are mine: late ones first, counted by part, and none for who is no worker', async () => {
  const leader = await farm.person()
  const late = await farm.task({ leaderId: leader.workerId, startsOn: day(-3), endsOn: day(-1) })
  const soon = await farm.task({ leaderId: leader.workerId, startsOn: day(2), endsOn: day(3) })
  const list = (part: 'coming' | 'done' | 'free' | 'open' | 'overdue' | 'today' | 'waiting') =>
    leader.call(myTasks, { part })
  const open = await list('open')
  expect(open.content.map(({ id }) => id)).toEqual([late.id, soon.id])
  expect(open.content[0]).toMatchObject({ overdueFlag: 1 })
  expect(open.counts).toMatchObject({ open: 2, overdue: 1, coming: 1, today: 0, done: 0 })
  expect(open.isWorker).toBe(true)
  expect((await list('coming')).content.map(({ id }) => id)).toEqual([soon.id])
  const other = await farm.person()
  expect(await code(other.call(myTask, { id: late.id }))).toBe('error.not_found')
})

test('two who accept at once: one does, and stock leaves once', async () => {
  const leader = await farm.person()
  const { sku, warehouse } = await farm.input()
  const made = await farm.task({ leaderId: leader.workerId, warehouseId: warehouse })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: hours(leader.workerId),
    used: [{ skuId: sku, quantity: 10 }],
  })
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => code(farm.move(mine.admin, made.id, 'adopt'))),
  )
  expect(outcomes.toSorted()).toEqual(['done', 'error.state', 'error.state'])
  expect((await farm.onHand(sku)).quantity).toBe(90)
  const documents = await app.db.read(mine.id, (tx) =>
    row<{ count: number }>(
      tx,
      sql`select count(*) as count from stock_document where remark like ${`${made.taskCode}%`}`,
    ),
  )
  expect(documents!.count).toBe(1)
})
