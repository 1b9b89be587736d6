import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  urgeCase,
  withdrawCase,
  transferTask,
  addSigner,
  returnTask,
  approveMany,
} from '#contract/approval/task-calls.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { Client } from '#server/demo/client.ts'
import { approvalForm, withdrawApproval } from '#server/modules/approval/engine/approval.ts'
import {
  app,
  approve,
  bell,
  caseOf,
  contextOf,
  flow,
  form,
  inbox,
  memberIds,
  mine,
  node,
  outcomes,
  people,
  status,
  story,
  submit,
  submitter,
  taskOf,
  refusal,
} from './approval-ground.ts'

test('what asked somebody is read once nobody waits for their answer', async () => {
  await flow([node({ userIds: memberIds.slice(0, 2), mode: 'any' })])
  const id = await submit()
  const [first, second] = [people[0]!, people[1]!]
  const { id: caseId } = await caseOf(id)
  const asks = async (who: typeof first) =>
    (await bell(who)).filter(({ content }) => content!.includes(`tab=approval&amp;id=${caseId}"`))
  expect([await asks(first), await asks(second)]).toEqual([
    [expect.objectContaining({ readFlag: 0 })],
    [expect.objectContaining({ readFlag: 0 })],
  ])
  await approve(first, id)
  // The other need not decide any more.
  expect([await asks(first), await asks(second)]).toEqual([
    [expect.objectContaining({ readFlag: 1 })],
    [expect.objectContaining({ readFlag: 1 })],
  ])
  expect((await bell(submitter))[0]).toMatchObject({ readFlag: 0 })
})

test('withdraw before the first decision, not after; urge once an hour', async () => {
  await flow([node({ userIds: memberIds.slice(0, 2), mode: 'all' })])
  const id = await submit()
  const { id: caseId } = await caseOf(id)
  await submitter.call(urgeCase, { id: caseId })
  expect((await bell(people[0]!))[0]!.subject).toContain('催办')
  const again = await submitter.send(urgeCase, { id: caseId })
  expect([again.statusCode, again.json().message]).toEqual([
    429,
    expect.stringContaining('60 分钟'),
  ])
  expect(await status(people[0]!.call(withdrawCase, { id: caseId }))).toBe(404)
  await submitter.call(withdrawCase, { id: caseId })
  expect([await caseOf(id), await outcomes(id), await taskOf(people[0]!, id)]).toMatchObject([
    { state: 4, outcome: 'withdrawn' },
    ['returned'],
    undefined,
  ])
  const second = await submit()
  await approve(people[0]!, second)
  expect(await status(submitter.call(withdrawCase, { id: (await caseOf(second)).id }))).toBe(409)
  const context = contextOf(submitter.accountId)
  expect(
    await status(
      context.write((write) =>
        withdrawApproval(write, context, { formCode: 'shipment', thirdId: second }),
      ),
    ),
  ).toBe(409)
  const third = await submit()
  await context.write((write) =>
    withdrawApproval(write, context, { formCode: 'shipment', thirdId: third }),
  )
  expect([(await caseOf(third)).state, await outcomes(third)]).toEqual([4, []])
})

test('hand on, sign before and after, return', async () => {
  await flow([node({ userIds: [memberIds[0]!] })])
  const id = await submit()
  const task = (await taskOf(people[0]!, id))!
  expect(
    await status(people[0]!.call(transferTask, { id: task.id, accountId: submitter.accountId })),
  ).toBe(422)
  await people[0]!.call(transferTask, {
    id: task.id,
    accountId: people[1]!.accountId,
    comment: '请你定',
  })
  expect(await taskOf(people[0]!, id)).toBeUndefined()
  const next = (await taskOf(people[1]!, id))!
  await people[1]!.call(addSigner, { id: next.id, accountId: people[2]!.accountId, place: 'after' })
  await people[1]!.call(addSigner, {
    id: next.id,
    accountId: people[3]!.accountId,
    place: 'before',
  })
  expect(await taskOf(people[1]!, id)).toBeUndefined()
  await approve(people[3]!, id)
  expect(await taskOf(people[2]!, id)).toBeUndefined()
  await approve(people[1]!, id)
  expect(await outcomes(id)).toEqual([])
  await people[2]!.call(returnTask, { id: (await taskOf(people[2]!, id))!.id, comment: '补附件' })
  expect([await outcomes(id), await caseOf(id)]).toMatchObject([
    ['returned'],
    { state: 3, outcome: 'returned' },
  ])
})

test('several of one form at once, each for itself', async () => {
  await flow([node({ userIds: [memberIds[4]!] })])
  const ids = [await submit(), await submit(), await submit()]
  await app.db.write(mine.id, (tx) =>
    sql`insert into unit (code, name) values (${`d${ids[1]}`}, 'in the way')`.execute(tx),
  )
  const tasks = (await inbox(people[4]!))
    .filter(({ thirdId }) => ids.includes(thirdId))
    .map(({ id }) => id)
  const results = await people[4]!.call(approveMany, { ids: tasks })
  expect(results.filter(({ ok }) => ok)).toHaveLength(2)
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    title: `CK-${ids[1]}`,
    message: expect.any(String),
  })
  expect(await status(people[3]!.call(approveMany, { ids: tasks }))).toBe(404)
})

test('time decides once, with several clocks; what the form refuses waits', async () => {
  const other = await app.beside()
  approvalForm(other, form)
  const due = (thirdId: number) =>
    app.db.write(mine.id, (tx) =>
      sql`update approval_task set due_at = now() - interval '1 second' where state = 1
        and case_id in (select id from approval_case where third_id = ${thirdId})`.execute(tx),
    )
  for (const [timeoutAction, expected] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const) {
    await flow([node({ userIds: memberIds.slice(0, 1), timeoutAction, timeoutHours: 24 })])
    const id = await submit()
    await app.approvals.round()
    expect(await outcomes(id)).toEqual([])
    await due(id)
    await Promise.all([app.approvals.round(), other.approvals.round(), app.approvals.round()])
    // A clock that was refused the row may have come too early; the next round finds what is left.
    await app.approvals.round()
    expect([timeoutAction, await outcomes(id)]).toEqual([timeoutAction, [expected]])
  }
  const flowId = await flow([
    node({ userIds: memberIds.slice(0, 1), timeoutAction: 'remind', timeoutHours: 2 }),
  ])
  const id = await submit()
  await due(id)
  await app.approvals.round()
  expect([(await caseOf(id)).state, (await bell(people[0]!))[0]!.subject]).toEqual([
    1,
    `审批超时：出库单 CK-${id}`,
  ])
  expect(flowId).toBeGreaterThan(0)
  await flow([node({ userIds: memberIds.slice(0, 1), timeoutAction: 'approve', timeoutHours: 1 })])
  const short = await submit()
  await due(short)
  refusal.error = new HttpError(409, 'stock.short')
  await app.approvals.round()
  refusal.error = null
  expect([
    (await caseOf(short)).state,
    await outcomes(short),
    (await story(submitter, short)).events.at(-1)!.kind,
  ]).toEqual([1, [], 'overdueFailed'])
})

test('given back to an earlier node it is asked again there, and what was decided in between counts no more', async () => {
  const [one, two, three] = [
    node({ key: 'one', name: '主管', userIds: [memberIds[0]!, memberIds[3]!], mode: 'all' }),
    node({ key: 'two', name: '经理', userIds: [memberIds[1]!], returnTo: 'previous' }),
    node({ key: 'three', name: '总经理', userIds: [memberIds[2]!] }),
  ]
  await flow([one, two, three])
  const id = await submit()
  const giveBack = async (client: Client, body: object) =>
    client.call(returnTask, { id: (await taskOf(client, id))!.id, comment: '数量不对', ...body })
  await approve(people[0]!, id)
  await approve(people[3]!, id)
  expect((await story(people[1]!, id)).mine).toMatchObject({
    backTo: [{ key: 'one', nodeName: '主管' }],
    returnTo: 'one',
  })
  // Forwards, to itself or to nothing that is on its way it cannot go.
  for (const toNode of ['two', 'three', 'gone'])
    expect(await status(giveBack(people[1]!, { toNode }))).toBe(422)
  // The node says where, and the approver need not.
  await giveBack(people[1]!, {})
  expect(await taskOf(people[1]!, id)).toBeUndefined()
  expect((await story(submitter, id)).events.at(-2)).toMatchObject({
    kind: 'returnedTo',
    comment: '数量不对',
    detail: { nodeName: '经理', to: '主管' },
  })
  expect(await outcomes(id)).toEqual([])
  await approve(people[0]!, id)
  expect(await taskOf(people[1]!, id)).toBeUndefined()
  await approve(people[3]!, id)
  await approve(people[1]!, id)
  await giveBack(people[2]!, { toNode: 'one' })
  await approve(people[0]!, id)
  await approve(people[3]!, id)
  await approve(people[1]!, id)
  // Somebody has decided: it cannot be taken back any more.
  expect(await status(submitter.call(withdrawCase, { id: (await caseOf(id)).id }))).toBe(409)
  await approve(people[2]!, id)
  expect(await outcomes(id)).toEqual(['approved'])
  // To the submitter it goes where that is chosen, whatever the node says.
  const other = await submit()
  await approve(people[0]!, other)
  await approve(people[3]!, other)
  // Whoever has to change something is told what.
  const { id: taskId } = (await taskOf(people[1]!, other))!
  for (const comment of ['', '  '])
    expect(
      (await people[1]!.send(returnTask, { id: taskId, toNode: null, comment })).statusCode,
    ).toBe(400)
  await people[1]!.call(returnTask, { id: taskId, toNode: null, comment: '缺附件' })
  expect(await outcomes(other)).toEqual(['returned'])
})
