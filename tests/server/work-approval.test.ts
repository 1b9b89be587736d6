import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  approvalTasks,
  approveTask,
  rejectTask,
  withdrawCase,
} from '#contract/approval/task-calls.ts'
import { documentKinds } from '#contract/inventory/document-kinds.ts'
import { homeBrief } from '#contract/home/brief.ts'
import { batch } from '#contract/planting/batch.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { caseRecord } from '#contract/approval/case-calls.ts'
import {
  enableProcess,
  auditSettings,
  saveAuditSettings,
} from '#contract/approval/process-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import { row } from '#server/db/database.ts'
import { untyped, type CallFailed, type Client } from '#server/demo/client.ts'
import { oneStore } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make, type Made } from './samples.ts'
import { day } from './stock.ts'
import { Farm, type Person } from './work-ground.ts'

const { app, mine, store } = await oneStore()
const farm = new Farm(app, mine, store)
let approver: Client & { accountId: number }
let leader: Person

const memberOf = (accountId: number) =>
  app.db.read(
    mine.id,
    async (tx) =>
      (await row<{ id: number }>(tx, sql`select id from member where account_id = ${accountId}`))!
        .id,
  )
const flow = async (source: Record<string, unknown>, conditions?: unknown[]) => {
  const node = {
    key: 'one',
    kind: 'approver',
    parent: '',
    name: '审批',
    mode: 'any',
    timeoutAction: 'none',
    ...source,
  }
  const branch = (key: string, more: object) => ({ key, kind: 'branch', parent: 'if', ...more })
  const { id } = await mine.admin.call(
    callOf(approvalProcess, 'create'),
    untyped({
      name: unique('流程'),
      formCode: 'task',
      nodes: conditions
        ? [
            { key: 'if', kind: 'condition', parent: '', name: '条件' },
            branch('much', { name: '多', conditions }),
            branch('else', { name: '其他' }),
            { ...node, parent: 'much' },
          ]
        : [node],
    }),
  )
  return id
}
const employ = async (processId: number | null) => {
  if (processId !== null) await mine.admin.call(enableProcess, { id: processId })
  const { objectVersionNumber } = await mine.admin.call(auditSettings)
  await mine.admin.call(saveAuditSettings, {
    ownApprovalFlag: 0,
    objectVersionNumber,
    forms: [{ formCode: 'task', askedFlag: processId === null ? 0 : 1, processId }],
  })
}
const askedFor = async (id: number) =>
  (
    await approver.call(approvalTasks, {
      taskType: 'approval',
      taskState: 1,
      size: 100,
    })
  ).content.find(({ thirdId, formCode }) => thirdId === id && formCode === 'task')
const decide = async (
  id: number,
  decision: typeof approveTask | typeof rejectTask,
  comment: string,
) => approver.call(decision, { id: (await askedFor(id))!.id, comment })
const factsOf = (batchId: number) =>
  app.db.read(
    mine.id,
    async (tx) =>
      (await row<{ count: number; amount: number }>(
        tx,
        sql`select count(*) as count, coalesce(sum(amount), 0) as amount from batch_fact where batch_id = ${batchId}`,
      ))!,
  )
/** A task of a batch that is reported: four hours and ten of an input at 4 yuan. */
const reported = async () => {
  const { sku, warehouse } = await farm.input()
  const grown = (await make(batch, mine.admin)) as Made & { areaId: number }
  const made = await farm.task({
    areaId: grown.areaId,
    batchId: grown.id,
    leaderId: leader.workerId,
    warehouseId: warehouse,
  })
  await farm.move(leader, made.id, 'start')
  const report = {
    hours: [{ workerId: leader.workerId, hours: 4 }],
    used: [{ skuId: sku, quantity: 10 }],
  }
  const after = await farm.move(leader, made.id, 'finish', report)
  return { id: made.id, sku, batchId: grown.id, after, report }
}
const refused = async (what: Promise<unknown>) =>
  what.then(
    () => 'done',
    (error: CallFailed) => [error.status, error.body.code],
  )
beforeAll(async () => {
  approver = await newMember(app, mine, [])
  leader = await farm.person()
  const member = await memberOf(approver.accountId)
  await employ(await flow({ source: 'users', userIds: [member] }))
})

test('what was reported waits for approvers, and is posted by their decision and nothing else', async () => {
  const { id, sku, batchId, after } = await reported()
  expect(after).toMatchObject({ state: taskStates.finished, approvalFlag: 1 })
  expect(await farm.onHand(sku)).toEqual({ quantity: 100, value: 400 })
  expect((await factsOf(batchId)).count).toBe(0)
  const reason = '不等了'
  for (const attempt of [
    () => farm.move(mine.admin, id, 'adopt'),
    () => farm.move(mine.admin, id, 'reject', { reason }),
    () => farm.move(mine.admin, id, 'end', { reason }),
  ])
    expect(await refused(attempt())).toEqual([409, 'error.state'])
  // It is not the managers' to accept meanwhile.
  const told = await mine.admin.call(homeBrief, { base: after.areaId })
  expect(told.bases[0]!.lines.find(({ kind }) => kind === 'task')).toMatchObject({ accept: 0 })
  const asked = (await askedFor(id))!
  // Whoever is asked reads what they decide about, without any right to tasks, and no costs.
  const record = await approver.call(caseRecord, { id: asked.processId })
  expect(record.hours).toMatchObject([{ workerId: leader.workerId, hours: 4 }])
  expect(record).not.toHaveProperty('laborCost')

  await decide(id, approveTask, '')
  expect(await farm.show(id)).toMatchObject({
    state: taskStates.closed,
    approvalFlag: 0,
    laborCost: 80,
    inputCost: 40,
  })
  expect(await farm.onHand(sku)).toEqual({ quantity: 90, value: 360 })
  expect(await factsOf(batchId)).toEqual({ count: 2, amount: 120 })
})

test('what is rejected is done again, with the reason, and nothing of it is posted', async () => {
  const { id, sku, report } = await reported()
  await decide(id, rejectTask, '工时太多')
  expect(await farm.show(id)).toMatchObject({
    state: taskStates.inProgress,
    approvalFlag: 0,
    reason: '工时太多',
    reworkCount: 1,
  })
  expect(await farm.onHand(sku)).toEqual({ quantity: 100, value: 400 })
  // Its hours stand there: to end it would post them past the approvers.
  expect(await refused(farm.move(mine.admin, id, 'end', { reason: '算了' }))).toEqual([
    409,
    'task.end_asked',
  ])
  expect(await farm.move(leader, id, 'finish', report)).toMatchObject({ approvalFlag: 1 })
  await decide(id, approveTask, '')
  expect(await farm.show(id)).toMatchObject({ state: taskStates.closed })
})

test('whoever reported takes it back before anybody decided, and reports anew', async () => {
  const { id, report } = await reported()
  const { processId } = (await askedFor(id))!
  await leader.call(withdrawCase, { id: processId })
  expect(await farm.show(id)).toMatchObject({
    state: taskStates.inProgress,
    approvalFlag: 0,
    reworkCount: 0,
  })
  expect(await askedFor(id)).toBeUndefined()
  expect(await farm.move(leader, id, 'finish', report)).toMatchObject({ approvalFlag: 1 })
})

test('what cannot be posted is not approved', async () => {
  const { sku, warehouse } = await farm.input({}, 5)
  const made = await farm.task({ leaderId: leader.workerId, warehouseId: warehouse })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: sku, quantity: 10 }],
  })
  expect(await refused(decide(made.id, approveTask, ''))).toEqual([409, 'stock.short'])
  expect(await farm.show(made.id)).toMatchObject({ state: taskStates.finished, approvalFlag: 1 })
  expect(await askedFor(made.id)).toBeDefined()
})

test('lots that end while it waits are not approved without a word of whoever decides', async () => {
  const sku = await store.sku({ agriculturalFlag: 1, lotFlag: 1 })
  const warehouse = await store.warehouse()
  const { id: stocked } = await store.draft(
    documentKinds.inputWarehousing,
    { warehouseId: warehouse, purpose: 'initial' },
    [{ skuId: sku, quantity: 10, price: 4, lot: 'L1', expiresOn: day(30) }],
  )
  await store.move(documentKinds.inputWarehousing, 'submit', stocked)
  const made = await farm.task({ leaderId: leader.workerId, warehouseId: warehouse })
  await farm.move(leader, made.id, 'start')
  await farm.move(leader, made.id, 'finish', {
    hours: [{ workerId: leader.workerId, hours: 1 }],
    used: [{ skuId: sku, lot: 'L1', quantity: 2 }],
  })
  await app.db.write(mine.id, (tx) =>
    sql`update stock_lot set expires_on = ${day(-1)} where sku_id = ${sku}`.execute(tx),
  )
  for (const comment of ['', '  '])
    await expect(decide(made.id, approveTask, comment)).rejects.toMatchObject({
      status: 409,
      body: {
        code: 'task.expired_since',
        message: expect.stringMatching(/ L1在提交之后过期/),
        expired: [{ lot: 'L1', date: day(-1) }],
      },
    })
  // It is before the approver still, and nothing of it is posted.
  expect(await farm.show(made.id)).toMatchObject({ state: taskStates.finished, approvalFlag: 1 })
  expect(await farm.onHand(sku)).toMatchObject({ quantity: 10 })
  await decide(made.id, approveTask, '过期前一天已用完')
  expect(await farm.show(made.id)).toMatchObject({
    state: taskStates.closed,
    expired: [{ lot: 'L1', date: day(-1) }],
  })
  expect(await farm.onHand(sku)).toMatchObject({ quantity: 8 })
})

test('what was taken back after it was accepted goes before approvers again', async () => {
  const { id } = await reported()
  await decide(id, approveTask, '')
  expect(await farm.move(mine.admin, id, 'undo')).toMatchObject({ state: taskStates.finished })
  expect(await farm.move(mine.admin, id, 'adopt')).toMatchObject({
    state: taskStates.finished,
    approvalFlag: 1,
  })
  await decide(id, approveTask, '')
  expect(await farm.show(id)).toMatchObject({ state: taskStates.closed })
})

test('a flow may ask by what it is worth; where nobody is asked it is accepted at once', async () => {
  const member = await memberOf(approver.accountId)
  const above = (value: number) => [{ fact: 'total', operator: 'above', value }]
  // 10 × 4 of input and 4 hours at 160 a day are 120 yuan.
  await employ(await flow({ source: 'users', userIds: [member] }, above(120)))
  expect((await reported()).after).toMatchObject({ state: taskStates.closed })
  await employ(await flow({ source: 'users', userIds: [member] }, above(119.99)))
  expect((await reported()).after).toMatchObject({ state: taskStates.finished, approvalFlag: 1 })
})

test('a flow that leaves it to the submitter whom to ask is refused, for nobody asks them', async () => {
  expect(await refused(flow({ source: 'choice' }))).toEqual([422, 'error.data_invalid'])
})
