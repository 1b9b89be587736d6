import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { warehouse as warehouseEntity } from '#contract/inventory/warehouse.ts'
import type { PlanNeeds } from '#contract/plan/needs-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { task } from '#contract/work/task.ts'
import { tellOfLate } from '#server/modules/plan/notices.ts'
import { newMember } from './harness.ts'
import { inDays, today } from './planting-ground.ts'
import { onePackage } from './plan-ground.ts'
import type { Made } from './samples.ts'
import { refusal } from './stock.ts'

const ground = await onePackage()
const { app, mine, planIn, chart, act, shownPlan } = ground

test('released items are tasks: their days and progress are those of the task, and no plan moves them', async () => {
  const leader = await mine.admin.call<Made>('POST /wfpf/v1/{tenant}/worker', {
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
  const row = await mine.admin.call<Made>(task.api.show.replace('{id}', String(plant!.taskId)))
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
  await mine.admin.call(task.api.start.replace('{id}', String(till!.taskId)), {})
  expect((await chart(made.id)).items[0]).toMatchObject({ state: 2, startsOn: today })
  await mine.admin.call(task.api.finish.replace('{id}', String(till!.taskId)), {
    hours: [{ workerId: leader.id, hours: 8 }],
  })
  expect((await chart(made.id)).items.find(({ id }) => id === till!.id)).toMatchObject({
    state: 3,
    progress: 100,
    endsOn: today,
  })
  // A task that is called off gives its item back.
  await mine.admin.call(task.api.cancel.replace('{id}', String(plant!.taskId)), { reason: '改期' })
  expect((await chart(made.id)).items.find(({ id }) => id === plant!.id)).toMatchObject({
    state: 0,
  })
  expect((await act(made.id, 'release', { itemIds: [plant!.id] })).status).toBe(200)
})

test('who may release but make no tasks makes none', async () => {
  const made = await planIn(10)
  await act(made.id, 'agree')
  const planner = await newMember(app, mine, [plan.permissions.list, plan.permissions.release])
  const answer = await refusal(
    planner.send(plan.api.release.replace('{id}', String(made.id)), { days: 365 }),
  )
  expect(answer).toMatchObject({ status: 403 })
  expect((await chart(made.id)).items.every(({ taskId }) => taskId === null)).toBe(true)
})

test('a batch answers its plans, to whoever may look at plans', async () => {
  const made = await planIn(10)
  const asked = (who: typeof mine.admin) =>
    who.call<{ plans: unknown[] }[]>('GET /wfpf/v1/{tenant}/batch/plan', {
      batchId: String(made.batchId),
    })
  expect(await asked(mine.admin)).toMatchObject([
    { id: made.batchId, plans: [{ id: made.id, path: `/web/farm/plan/info/${made.id}` }] },
  ])
  const grower = await newMember(app, mine, ['wfpf.farm.batch'])
  expect(await asked(grower)).toMatchObject([{ id: made.batchId, plans: [] }])
})

test('what is short is asked for in a draft, with the right to ask', async () => {
  const warehouse = await ground.make(warehouseEntity, mine.admin)
  const made = await planIn(10, { warehouseId: warehouse.id })
  const needs = await mine.admin.call<PlanNeeds>(`GET /wfpf/v1/{tenant}/plan/${made.id}/needs`)
  expect(needs.inputs).toHaveLength(2)
  const fertilizer = needs.inputs.find(({ skuId }) => skuId === ground.fertilizer)!
  expect(fertilizer).toMatchObject({ total: 60, stock: 0, short: 60 })
  expect(fertilizer.weeks.reduce((sum, one) => sum + one, 0)).toBe(60)
  expect(Math.round(needs.weeks.reduce((sum, { hours }) => sum + hours, 0))).toBe(24)
  const order = `POST /wfpf/v1/{tenant}/plan/${made.id}/order`
  const reader = await newMember(app, mine, [plan.permissions.list])
  expect((await reader.send(order, {})).statusCode).toBe(403)
  const told = await reader.call<PlanNeeds>(`GET /wfpf/v1/{tenant}/plan/${made.id}/needs`)
  expect(told.inputs[0]).toMatchObject({ stock: null, short: null })
  const { documentId } = await mine.admin.call<{ documentId: number }>(order, {})
  const draft = await mine.admin.call<Made>(`GET /wfpf/v1/{tenant}/aplionform/${documentId}`)
  expect(draft).toMatchObject({ auditStatus: 0, warehouseId: warehouse.id, remark: made.planName })
  expect(
    (draft.goods as { quantity: number }[]).map(({ quantity }) => quantity).toSorted(),
  ).toEqual([0.8, 60])
})

test('leaders are told once of what is late, and of what is on other days', async () => {
  const boss = await newMember(app, mine, [plan.permissions.list])
  const [{ id: userId }] = (
    await mine.admin.call<{ content: Made[] }>('GET /iam/v1/{tenant}/users', { size: '0' })
  ).content.toSorted((a, b) => b.id - a.id) as [Made]
  const leader = await mine.admin.call<Made>('POST /wfpf/v1/{tenant}/worker', {
    realName: '曾强',
    kind: 'permanent',
    areaId: ground.areaId,
    userId,
  })
  const letters = async () =>
    (
      await boss.call<{ content: { subject: string }[] }>('GET /hmsg/v1/{tenant}/messages/user', {
        size: '0',
      })
    ).content.map(({ subject }) => subject)
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
