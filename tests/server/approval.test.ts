import { callOf } from '#contract/entity-calls.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { caseTimeline } from '#contract/approval/case-calls.ts'
import {
  mySubmissions,
  approvalTasks,
  readCopy,
  approvalCount,
  businessData,
  rejectTask,
  returnTask,
  approveTask,
} from '#contract/approval/task-calls.ts'
import { HttpError } from '#server/db/http-error.ts'
import { startApproval } from '#server/modules/approval/engine/approval.ts'
import { question } from './harness.ts'
import {
  app,
  approve,
  bell,
  caseOf,
  contextOf,
  employ,
  flow,
  inbox,
  memberIds,
  mine,
  node,
  outcomes,
  people,
  nextSerial,
  status,
  story,
  submit,
  submitter,
  taskOf,
  refusal,
} from './approval-ground.ts'

test('what no setting names is approved at once', async () => {
  await employ(null)
  const context = contextOf(submitter.accountId)
  expect(
    await context.write((write) =>
      startApproval(write, context, {
        formCode: 'shipment',
        thirdId: nextSerial(),
        title: 'x',
        facts: {},
      }),
    ),
  ).toBe('approved')
})

test('two nodes: each is asked in turn, everybody hears of it, and the form does its part at the end', async () => {
  await flow([
    node({ name: '主管', userIds: [memberIds[0]!] }),
    node({ kind: 'copy', name: '抄送', userIds: [memberIds[3]!], copyOn: 'end', mode: null }),
    node({ name: '经理', userIds: [memberIds[1]!] }),
  ])
  const id = await submit()
  expect(await status(submit(id))).toBe(409)
  const task = (await taskOf(people[0]!, id))!
  expect(task).toMatchObject({
    thirdId: id,
    formCode: 'shipment',
    formName: '出库单',
    title: `CK-${id}`,
    taskState: 1,
    processState: 1,
    currentTaskName: '主管',
    currentTaskId: task.id,
    total: 800,
  })
  expect((await bell(people[0]!))[0]!.content).toContain(
    `/web/farm/approval?tab=approval&amp;id=${task.processId}`,
  )
  expect(await taskOf(people[1]!, id)).toBeUndefined()
  await approve(people[0]!, id, '同意')
  expect(await outcomes(id)).toEqual([])
  await approve(people[1]!, id)
  expect(await outcomes(id)).toEqual(['approved'])
  expect(await caseOf(id)).toMatchObject({ state: 2, outcome: 'approved' })
  const [mineNow] = (await submitter.call(mySubmissions, { processState: 2 })).content
  expect(mineNow).toMatchObject({ thirdId: id, processState: 2, outcome: 'approved' })
  expect((await bell(submitter))[0]!.subject).toBe(`已通过：出库单 CK-${id}`)
  const [copied] = (
    await people[3]!.call(approvalTasks, {
      taskType: 'carbon_copy',
    })
  ).content
  expect(copied).toMatchObject({ thirdId: id, readFlag: 0 })
  await people[3]!.call(readCopy, { id: copied!.processId })
  expect(await people[3]!.call(approvalCount)).toEqual({
    approval: 0,
    carbonCopy: 0,
  })
  expect(
    (await story(submitter, id)).events
      .map(({ kind, name, comment }) => [kind, name, comment])
      .slice(0, 3),
  ).toEqual([
    ['submitted', `人 ${submitter.accountId}`, null],
    ['asked', null, null],
    ['approved', expect.any(String), '同意'],
  ])
  expect(await submitter.call(businessData, { processId: copied!.processId })).toMatchObject({
    thirdId: id,
  })
})

test('fifty approve at once: one decision, one posting', async () => {
  await flow([node({ userIds: [memberIds[0]!] })])
  const id = await submit()
  const task = (await taskOf(people[0]!, id))!
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      status(people[0]!.call(at % 5 === 4 ? rejectTask : approveTask, { id: task.id })),
    ),
  )
  expect([
    answers.filter((one) => one === 200).length,
    answers.filter((one) => one === 409).length,
  ]).toEqual([1, 49])
  expect(await outcomes(id)).toHaveLength(1)
})

test('any of five, all at once: one decides, the others see who did', async () => {
  await flow([node({ userIds: memberIds })])
  const id = await submit()
  const answers = await Promise.all(people.map((one) => status(approve(one, id))))
  expect(answers.filter((one) => one === 200)).toHaveLength(1)
  expect(await outcomes(id)).toEqual(['approved'])
  const loser = people[answers.findIndex((one) => one !== 200)]!
  const [row] = (
    await loser.call(approvalTasks, {
      taskType: 'approval',
      size: 1,
    })
  ).content
  expect(row).toMatchObject({ thirdId: id, decision: 'other' })
  expect((await inbox(loser, { taskState: '2' })).some(({ thirdId }) => thirdId === id)).toBe(false)
})

test('all have to sign; one no ends it, and a rejected record can be handed in anew', async () => {
  await flow([node({ userIds: memberIds.slice(0, 3), mode: 'all' })])
  const id = await submit(undefined, { total: 100, purpose: 'sale' })
  await approve(people[0]!, id)
  await people[1]!.call(rejectTask, { id: (await taskOf(people[1]!, id))!.id, comment: '数量不对' })
  expect([await outcomes(id), await taskOf(people[2]!, id)]).toEqual([['rejected'], undefined])
  const first = await caseOf(id)
  await app.db.write(mine.id, (tx) => sql`delete from unit where code = ${`d${id}`}`.execute(tx))
  await submit(id, { total: 90, purpose: 'sale' })
  expect((await caseOf(id)).previousId).toBe(first.id)
  expect((await story(people[0]!, id)).changes).toEqual([
    { fact: 'total', before: '100', after: '90' },
  ])
})

test('in order; a ratio', async () => {
  await flow([
    node({ userIds: memberIds.slice(0, 2), mode: 'inOrder' }),
    node({ userIds: memberIds.slice(0, 4), mode: 'ratio', percent: 50 }),
  ])
  const id = await submit()
  expect(await taskOf(people[1]!, id)).toBeUndefined()
  await approve(people[0]!, id)
  await approve(people[1]!, id)
  await approve(people[3]!, id)
  expect(await outcomes(id)).toEqual([])
  await approve(people[2]!, id)
  expect(await outcomes(id)).toEqual(['approved'])
})

test('what the form refuses leaves nothing decided', async () => {
  await flow([node({ userIds: [memberIds[0]!] })])
  const id = await submit()
  refusal.error = new HttpError(409, 'stock.short', { extra: { lines: [{ skuId: 1 }] } })
  const before = await bell(submitter)
  const answer = await people[0]!.send(approveTask, { id: (await taskOf(people[0]!, id))!.id })
  refusal.error = null
  expect([answer.statusCode, answer.json().code, answer.json().lines]).toEqual([
    409,
    'stock.short',
    [{ skuId: 1 }],
  ])
  expect([await outcomes(id), (await caseOf(id)).state, await bell(submitter)]).toEqual([
    [],
    1,
    before,
  ])
  await approve(people[0]!, id)
  expect(await outcomes(id)).toEqual(['approved'])
})

test('nobody decides for somebody else, nor on their own document', async () => {
  await flow([node({ userIds: [memberIds[0]!] })])
  const id = await submit()
  const task = (await taskOf(people[0]!, id))!
  const said = { id: task.id, comment: '不同意' }
  for (const { endpoint, sentBy } of [
    question(approveTask, said),
    question(rejectTask, said),
    question(returnTask, said),
  ])
    expect([endpoint, (await sentBy(people[1]!)).statusCode]).toEqual([endpoint, 404])
  expect(await status(people[1]!.call(caseTimeline, { id: task.processId }))).toBe(404)
  expect((await mine.admin.call(caseTimeline, { id: task.processId })).id).toBe(task.processId)
  // Their own: an administrator is asked instead, unless the tenant allows it.
  const own = await submit(undefined, {}, [], people[0]!.accountId)
  expect(await taskOf(people[0]!, own)).toBeUndefined()
  expect(
    (await story(mine.admin, own)).events.find(({ kind }) => kind === 'asked')!.detail,
  ).toMatchObject({ standIn: 'own' })
  await approve(mine.admin, own)
  expect(await outcomes(own)).toEqual(['approved'])
  const {
    content: [flowNow],
  } = await mine.admin.call(callOf(approvalProcess, 'list'))
  await employ(flowNow!.id, 1)
  const allowed = await submit(undefined, {}, [], people[0]!.accountId)
  const held = (await taskOf(people[0]!, allowed))!
  await employ(flowNow!.id, 0)
  expect(await status(people[0]!.call(approveTask, { id: held.id }))).toBe(403)
  await employ(flowNow!.id, 1)
  await approve(people[0]!, allowed)
  expect(await outcomes(allowed)).toEqual(['approved'])
  await employ(flowNow!.id, 0)
})
