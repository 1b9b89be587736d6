import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { warehouse as warehouseEntity } from '#contract/inventory/warehouse.ts'
import { planNeeds, orderNeeds } from '#contract/plan/needs-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { task } from '#contract/work/task.ts'
import { messages } from '#contract/message/reader-calls.ts'
import { user } from '#contract/system/user.ts'
import { application, inputWarehousing } from '#contract/inventory/document.ts'
import { batchPlan } from '#contract/planting/batch-calls.ts'
import { releasePlan } from '#contract/plan/plan-calls.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { worker } from '#contract/farm/worker.ts'
import { tellOfLate } from '#server/modules/plan/notices.ts'
import { newMember } from './harness.ts'
import { inDays, today } from './planting-ground.ts'
import { onePackage } from './plan-ground.ts'
import { sample } from './samples.ts'
import { refusal } from './stock.ts'

const ground = await onePackage()
const { app, mine, planIn, chart, act, shownPlan } = ground

test('released items are tasks: their days and progress are those of the task, and no plan moves them', async () => {
  const leader = await mine.admin.call(callOf(worker, 'create'), {
    realName: '李大山',
    kind: 'permanent',
    areaId: ground.areaId,
  })
  const made = await planIn(10, { leaderId: leader.id })
  await act(made.id, 'agree')
  const released = (await act(made.id, 'release', { days: 14 })) as unknown as {
    released: { itemId: number; taskId: number }[]
  }
  expect(released.released).toHaveLength(2)
  const [till, plant, spray] = (await chart(made.id)).items
  expect([till!.state, plant!.state, spray!.state]).toEqual([1, 1, 0])
  const row = await mine.admin.call(callOf(task, 'show'), { id: plant!.taskId! })
  expect(row).toMatchObject({
    title: '定植',
    batchId: made.batchId,
    leaderId: leader.id,
    startsOn: inDays(10),
    plannedHours: 16,
    materials: [{ skuId: ground.fertilizer, quantity: 60 }],
  })
  expect(
    (
      await act(made.id, 'move', {
        moves: [{ id: till!.id, startsOn: inDays(5), endsOn: inDays(6) }],
      })
    ).status,
  ).toBe(409)
  // Twice is once.
  expect((await act(made.id, 'release', { itemIds: [till!.id] })).status).toBe(409)
  await mine.admin.call(taskMoves.start, { id: till!.taskId! })
  expect((await chart(made.id)).items[0]).toMatchObject({ state: 2, startsOn: today })
  await mine.admin.call(taskMoves.finish, {
    id: till!.taskId!,
    hours: [{ workerId: leader.id, hours: 8 }],
  })
  expect((await chart(made.id)).items.find(({ id }) => id === till!.id)).toMatchObject({
    state: 3,
    progress: 100,
    endsOn: today,
  })
  // A task that is called off gives its item back.
  await mine.admin.call(taskMoves.cancel, { id: plant!.taskId!, reason: '改期' })
  expect((await chart(made.id)).items.find(({ id }) => id === plant!.id)).toMatchObject({
    state: 0,
  })
  expect((await act(made.id, 'release', { itemIds: [plant!.id] })).status).toBe(200)
})

test('who may release but make no tasks makes none', async () => {
  const made = await planIn(10)
  await act(made.id, 'agree')
  const planner = await newMember(app, mine, [plan.permissions.list, plan.permissions.release])
  const answer = await refusal(planner.send(releasePlan, { id: made.id, days: 365 }))
  expect(answer).toMatchObject({ status: 403 })
  expect((await chart(made.id)).items.every(({ taskId }) => taskId === null)).toBe(true)
})

test('a batch answers its plans, to whoever may look at plans', async () => {
  const made = await planIn(10)
  const asked = (who: typeof mine.admin) => who.call(batchPlan, { batchId: made.batchId })
  expect(await asked(mine.admin)).toMatchObject([
    { id: made.batchId, plans: [{ id: made.id, path: `/web/farm/plan/info/${made.id}` }] },
  ])
  const grower = await newMember(app, mine, ['wfpf.farm.batch'])
  expect(await asked(grower)).toMatchObject([{ id: made.batchId, plans: [] }])
})

test('what is short is asked for in a draft, with the right to ask', async () => {
  const warehouse = await ground.make(warehouseEntity, mine.admin)
  const made = await planIn(10, { warehouseId: warehouse.id })
  const needs = await mine.admin.call(planNeeds, { id: made.id })
  expect(needs.inputs).toHaveLength(2)
  const fertilizer = needs.inputs.find(({ skuId }) => skuId === ground.fertilizer)!
  expect(fertilizer).toMatchObject({ total: 60, stock: 0, short: 60 })
  expect(fertilizer.weeks.reduce((sum, one) => sum + one, 0)).toBe(60)
  expect(Math.round(needs.weeks.reduce((sum, { hours }) => sum + hours, 0))).toBe(24)
  const reader = await newMember(app, mine, [plan.permissions.list])
  expect((await reader.send(orderNeeds, { id: made.id })).statusCode).toBe(403)
  const told = await reader.call(planNeeds, { id: made.id })
  expect(told.inputs[0]).toMatchObject({ stock: null, short: null })
  const { documentId } = await mine.admin.call(orderNeeds, { id: made.id })
  const draft = await mine.admin.call(callOf(application, 'show'), { id: documentId })
  expect(draft).toMatchObject({ auditStatus: 0, warehouseId: warehouse.id, remark: made.planName })
  expect(
    (draft.goods as { quantity: number }[]).map(({ quantity }) => quantity).toSorted(),
  ).toEqual([0.8, 60])
  // Asked for once: nothing is left to be asked for.
  const ordered = await mine.admin.call(planNeeds, { id: made.id })
  expect(ordered.inputs.find(({ skuId }) => skuId === ground.fertilizer)).toMatchObject({
    stock: 0,
    ordered: 60,
    short: 0,
    shortFrom: null,
  })
  expect(await refusal(mine.admin.send(orderNeeds, { id: made.id }))).toMatchObject({
    status: 409,
  })
})

test('what others will take of the stock is not counted upon: begun tasks, other plans, tasks to come', async () => {
  const warehouse = await ground.make(warehouseEntity, mine.admin)
  const head = { warehouseId: warehouse.id, purpose: 'initial', occurredOn: today }
  const skuId = ground.fertilizer
  const { id: stocked } = await mine.admin.call(callOf(inputWarehousing, 'create'), {
    ...head,
    goods: [{ skuId, quantity: 100, price: 4 }],
  })
  await mine.admin.call(inputWarehousing.api.submit!.replace('{id}', String(stocked)), {})
  const made = await planIn(10, { warehouseId: warehouse.id })
  const told = async (id: number) =>
    (await mine.admin.call(planNeeds, { id })).inputs.find((one) => one.skuId === skuId)!
  expect(await told(made.id)).toMatchObject({ stock: 100, reserved: 0, others: 0, short: 0 })
  const other = await planIn(12, { warehouseId: warehouse.id })
  expect(await told(made.id)).toMatchObject({ others: 60, short: 20 })
  // What the other asks for is for its own need.
  await mine.admin.call(orderNeeds, { id: other.id })
  expect(await told(other.id)).toMatchObject({ ordered: 20, short: 0 })
  expect(await told(made.id)).toMatchObject({ ordered: 20, others: 60, short: 0 })
  const loose = await mine.admin.call(callOf(task, 'create'), {
    ...(await sample(task, mine.admin)),
    areaId: ground.areaId,
    leaderId: null,
    warehouseId: warehouse.id,
    materials: [{ skuId, quantity: 15 }],
  })
  expect(await told(made.id)).toMatchObject({ reserved: 0, others: 75, short: 15 })
  const { id: leaderId } = await mine.admin.call(callOf(worker, 'create'), {
    realName: '冯立',
    kind: 'permanent',
    areaId: ground.areaId,
  })
  await mine.admin.call(taskMoves.assign, { id: loose.id, leaderId })
  await mine.admin.call(taskMoves.start, { id: loose.id })
  expect(await told(made.id)).toMatchObject({ reserved: 15, others: 60, short: 15 })
})

test('what was reported of lots that have ended takes nothing of what is good', async () => {
  const skuId = ground.fertilizer
  await app.db.write(mine.id, (tx) =>
    sql`update product set lot_flag = 1 where id = (select product_id from product_sku where id = ${skuId})`.execute(
      tx,
    ),
  )
  const warehouse = await ground.make(warehouseEntity, mine.admin)
  const { id: stocked } = await mine.admin.call(callOf(inputWarehousing, 'create'), {
    warehouseId: warehouse.id,
    purpose: 'initial',
    occurredOn: today,
    goods: [
      { skuId, quantity: 30, price: 4, lot: 'OLD', expiresOn: inDays(-1) },
      { skuId, quantity: 100, price: 4, lot: 'GOOD', expiresOn: inDays(200) },
    ],
  })
  await mine.admin.call(inputWarehousing.api.submit!.replace('{id}', String(stocked)), {
    accepted: ['expired'],
  })
  const leader = await mine.admin.call(callOf(worker, 'create'), {
    realName: '高原',
    kind: 'permanent',
    areaId: ground.areaId,
  })
  const inputs = [...ground.inputs, { step: 3, skuId, dose: 1 }]
  const { id: packageId } = (await ground.pack({ inputs })) as unknown as { id: number }
  const made = await planIn(10, { warehouseId: warehouse.id, packageId })
  const told = async () =>
    (await mine.admin.call(planNeeds, { id: made.id })).inputs.find((one) => one.skuId === skuId)!
  const report = async (id: number, lot: string, quantity: number) => {
    await mine.admin.call(taskMoves.start, { id })
    await mine.admin.call(taskMoves.finish, {
      id,
      hours: [{ workerId: leader.id, hours: 1 }],
      warehouseId: warehouse.id,
      used: [{ skuId, lot, quantity }],
      accepted: ['expired'],
    })
  }
  const loose = async () =>
    (
      await mine.admin.call(callOf(task, 'create'), {
        ...(await sample(task, mine.admin)),
        areaId: ground.areaId,
        leaderId: leader.id,
        warehouseId: warehouse.id,
        materials: [],
      })
    ).id
  expect(await told()).toMatchObject({ stock: 100, reserved: 0, others: 0 })
  await report(await loose(), 'OLD', 20)
  expect(await told()).toMatchObject({ stock: 100, reserved: 0, others: 0, short: 0 })
  await report(await loose(), 'GOOD', 5)
  expect(await told()).toMatchObject({ stock: 100, reserved: 5 })
  // The plan's own report of such a lot frees nothing that others take.
  await act(made.id, 'agree')
  await act(made.id, 'release', { days: 365 })
  const plant = (await chart(made.id)).items.find(({ title }) => title === '定植')!
  await mine.admin.call(taskMoves.assign, { id: plant.taskId!, leaderId: leader.id })
  await report(plant.taskId!, 'OLD', 10)
  expect(await told()).toMatchObject({ stock: 100, reserved: 5 })
})

test('leaders are told once of what is late, and of what is on other days', async () => {
  const boss = await newMember(app, mine, [plan.permissions.list])
  const { id: userId } = (
    await mine.admin.call(callOf(user, 'list'), { size: 0 })
  ).content.toSorted((a, b) => b.id - a.id)[0]!
  const leader = await mine.admin.call(callOf(worker, 'create'), {
    realName: '曾强',
    kind: 'permanent',
    areaId: ground.areaId,
    userId,
  })
  const letters = async () =>
    (await boss.call(messages, { size: 0 })).content.map(({ subject }) => subject)
  const made = await planIn(5, { leaderId: leader.id })
  await act(made.id, 'agree')
  const [, plant] = (await chart(made.id)).items
  await act(made.id, 'move', {
    moves: [{ id: plant!.id, startsOn: inDays(40), endsOn: inDays(41) }],
  })
  expect(await letters()).toHaveLength(1)
  await app.db.write(mine.id, (tx) =>
    sql`update plan_item set starts_on = ${inDays(-5)}::date, ends_on = ${inDays(-3)}::date
      where plan_id = ${made.id} and title = '整地'`.execute(tx),
  )
  await app.db.write(mine.id, (tx) => tellOfLate(tx, mine.id))
  await app.db.write(mine.id, (tx) => tellOfLate(tx, mine.id))
  expect(await letters()).toHaveLength(2)
  expect((await shownPlan(made.id)).lateFlag).toBe(1)
})
