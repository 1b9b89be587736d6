import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import type { CaseDetail } from '#contract/approval/case-calls.ts'
import type { TaskRow } from '#contract/approval/task-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { Client } from '#server/demo/client.ts'
import {
  approvalForm,
  startApproval,
  withdrawApproval,
  type ApprovalForm,
} from '#server/engines/approval/approval.ts'
import { behalfOf, type OnBehalf } from '#server/http/context.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { Store } from './stock.ts'

type Member = Client & { accountId: number; loginName: string }
let app: TestApp
let mine: Tenant
let submitter: Member
let people: Member[]
let memberIds: number[]
/** Units stand for documents: a decision writes its word into one, in its own transaction. */
let refusal: HttpError | null = null
let serial = 1000
const form: ApprovalForm = {
  code: 'shipment',
  async decided(thirdId, decision, { tx }) {
    await sql`insert into unit (code, name) values (${`d${thirdId}`}, ${decision})`.execute(tx)
    if (refusal) throw refusal
  },
}
beforeAll(async () => {
  app = await startApp({ poolSize: 12 })
  mine = await newTenant(app)
  submitter = await newMember(app, mine, [])
  people = await Promise.all(Array.from({ length: 5 }, () => newMember(app, mine, [])))
  memberIds = await Promise.all(people.map(idOf))
  approvalForm(app, form)
})
afterAll(() => app.end())

const idOf = ({ accountId }: Member) =>
  app.db.read(
    mine.id,
    async (tx) =>
      (await row<{ id: number }>(tx, sql`select id from member where account_id = ${accountId}`))!
        .id,
  )
const node = (more: Partial<FlowNode>): FlowNode => ({
  key: unique('k'),
  kind: 'approver',
  parent: '',
  name: '审批',
  source: 'users',
  mode: 'any',
  ...more,
})
async function flow(nodes: FlowNode[]): Promise<number> {
  const { id } = await mine.admin.call<{ id: number }>('POST /wfpf/v1/{tenant}/approval-flow', {
    name: unique('流程'),
    formCode: 'shipment',
    nodes,
  })
  await mine.admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${id}/enable`)
  await employ(id)
  return id
}
async function employ(processId: number | null, ownApprovalFlag = 0): Promise<void> {
  const { objectVersionNumber } = await mine.admin.call<{ objectVersionNumber: number }>(
    'GET /wfpf/v1/{tenant}/approval-setting',
  )
  await mine.admin.call('PUT /wfpf/v1/{tenant}/approval-setting', {
    ownApprovalFlag,
    objectVersionNumber,
    forms: [{ formCode: 'shipment', askedFlag: processId === null ? 0 : 1, processId }],
  })
}
function contextOf(accountId: number): OnBehalf {
  const actor = {
    sessionId: 0,
    accountId,
    loginName: 'x',
    realName: `人 ${accountId}`,
    isOperator: false,
    tenantId: mine.id,
    permissionVersion: 0,
    subModules: [],
    impersonator: null,
    viewedRole: null,
    scope: null,
  }
  return {
    ...behalfOf(
      app.platform,
      { requestId: 'test', address: '' },
      'zh-CN',
      mine.id,
      actor,
      async () => undefined,
    ),
    actor,
    codes: new Set(),
  }
}
async function submit(
  thirdId = ++serial,
  facts: Record<string, string | number | null> = { total: 800 },
  approverIds: number[] = [],
  accountId = submitter.accountId,
): Promise<number> {
  const context = contextOf(accountId)
  await context.write((write) =>
    startApproval(write, context, {
      formCode: 'shipment',
      thirdId,
      title: `CK-${thirdId}`,
      facts,
      approverIds,
    }),
  )
  return thirdId
}
const inbox = async (client: Client, query: Record<string, string> = {}) =>
  (
    await client.call<Page<TaskRow>>('GET /wfpf/v1/{tenant}/approval-task/query/page', {
      taskType: 'approval',
      taskState: '1',
      size: '100',
      ...query,
    })
  ).content
const taskOf = async (client: Client, thirdId: number) =>
  (await inbox(client)).find((one) => one.thirdId === thirdId)
const approve = async (client: Client, thirdId: number, comment = '') =>
  client.call(
    `PUT /wfpf/v1/{tenant}/approval-task/approve/${(await taskOf(client, thirdId))!.id}`,
    { comment },
  )
const outcomes = (thirdId: number) =>
  app.db.read(mine.id, async (tx) =>
    (
      await rows<{ name: string }>(tx, sql`select name from unit where code = ${`d${thirdId}`}`)
    ).map(({ name }) => name),
  )
const caseOf = async (thirdId: number) =>
  (await app.db.read(mine.id, (tx) =>
    row<{
      id: number
      state: number
      outcome: string | null
      previousId: number | null
      version: number
    }>(
      tx,
      sql`select id, state, outcome, previous_id, version from approval_case
        where third_id = ${thirdId} order by id desc limit 1`,
    ),
  ))!
const story = async (client: Client, thirdId: number) =>
  client.call<CaseDetail>(
    `GET /wfpf/v1/{tenant}/approval-process/${(await caseOf(thirdId)).id}/timeline`,
  )
const status = async (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
const bell = async (client: Client) =>
  (
    await client.call<Page<{ subject: string; content: string }>>(
      'GET /hmsg/v1/{tenant}/messages/user',
      { noticeCategoryCode: 'APPROVE', withContent: '1', size: '100' },
    )
  ).content

test('what no setting names is approved at once', async () => {
  await employ(null)
  const context = contextOf(submitter.accountId)
  expect(
    await context.write((write) =>
      startApproval(write, context, {
        formCode: 'shipment',
        thirdId: ++serial,
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
  const [mineNow] = (
    await submitter.call<Page<TaskRow>>('GET /wfpf/v1/{tenant}/approval-process/query/page', {
      processState: '2',
    })
  ).content
  expect(mineNow).toMatchObject({ thirdId: id, processState: 2, outcome: 'approved' })
  expect((await bell(submitter))[0]!.subject).toBe(`已通过：出库单 CK-${id}`)
  const [copied] = (
    await people[3]!.call<Page<TaskRow>>('GET /wfpf/v1/{tenant}/approval-task/query/page', {
      taskType: 'carbon_copy',
    })
  ).content
  expect(copied).toMatchObject({ thirdId: id, readFlag: 0 })
  await people[3]!.call(`PUT /wfpf/v1/{tenant}/approval-process/read/${copied!.processId}`)
  expect(await people[3]!.call('GET /wfpf/v1/{tenant}/approval-task/count')).toEqual({
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
  expect(
    await submitter.call('GET /wfpf/v1/{tenant}/approval-task/query/business/data', {
      processId: String(copied!.processId),
    }),
  ).toMatchObject({ thirdId: id })
})

test('fifty approve at once: one decision, one posting', async () => {
  await flow([node({ userIds: [memberIds[0]!] })])
  const id = await submit()
  const task = (await taskOf(people[0]!, id))!
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      status(
        people[0]!.call(
          `PUT /wfpf/v1/{tenant}/approval-task/${at % 5 === 4 ? 'reject' : 'approve'}/${task.id}`,
          {},
        ),
      ),
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
    await loser.call<Page<TaskRow>>('GET /wfpf/v1/{tenant}/approval-task/query/page', {
      taskType: 'approval',
      size: '1',
    })
  ).content
  expect(row).toMatchObject({ thirdId: id, decision: 'other' })
  expect((await inbox(loser, { taskState: '2' })).some(({ thirdId }) => thirdId === id)).toBe(false)
})

test('all have to sign; one no ends it, and a rejected record can be handed in anew', async () => {
  await flow([node({ userIds: memberIds.slice(0, 3), mode: 'all' })])
  const id = await submit(undefined, { total: 100, purpose: 'sale' })
  await approve(people[0]!, id)
  await people[1]!.call(
    `PUT /wfpf/v1/{tenant}/approval-task/reject/${(await taskOf(people[1]!, id))!.id}`,
    { comment: '数量不对' },
  )
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
  refusal = new HttpError(409, 'stock.short', { extra: { lines: [{ skuId: 1 }] } })
  const before = await bell(submitter)
  const answer = await people[0]!.send(
    `PUT /wfpf/v1/{tenant}/approval-task/approve/${(await taskOf(people[0]!, id))!.id}`,
    {},
  )
  refusal = null
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
  for (const action of ['approve', 'reject', 'return'])
    expect(
      await status(people[1]!.call(`PUT /wfpf/v1/{tenant}/approval-task/${action}/${task.id}`, {})),
    ).toBe(404)
  expect(
    await status(
      people[1]!.call(`GET /wfpf/v1/{tenant}/approval-process/${task.processId}/timeline`),
    ),
  ).toBe(404)
  expect(
    (
      await mine.admin.call<CaseDetail>(
        `GET /wfpf/v1/{tenant}/approval-process/${task.processId}/timeline`,
      )
    ).id,
  ).toBe(task.processId)
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
  } = await mine.admin.call<{ content: { id: number }[] }>('GET /wfpf/v1/{tenant}/approval-flow')
  await employ(flowNow!.id, 1)
  const allowed = await submit(undefined, {}, [], people[0]!.accountId)
  const held = (await taskOf(people[0]!, allowed))!
  await employ(flowNow!.id, 0)
  expect(
    await status(people[0]!.call(`PUT /wfpf/v1/{tenant}/approval-task/approve/${held.id}`, {})),
  ).toBe(403)
  await employ(flowNow!.id, 1)
  await approve(people[0]!, allowed)
  expect(await outcomes(allowed)).toEqual(['approved'])
  await employ(flowNow!.id, 0)
})

test('withdraw before the first decision, not after; urge once an hour', async () => {
  await flow([node({ userIds: memberIds.slice(0, 2), mode: 'all' })])
  const id = await submit()
  const { id: caseId } = await caseOf(id)
  await submitter.call(`PUT /wfpf/v1/{tenant}/approval-process/urge/${caseId}`)
  expect((await bell(people[0]!))[0]!.subject).toContain('催办')
  const again = await submitter.send(`PUT /wfpf/v1/{tenant}/approval-process/urge/${caseId}`)
  expect([again.statusCode, again.json().message]).toEqual([
    429,
    expect.stringContaining('60 分钟'),
  ])
  expect(
    await status(people[0]!.call(`PUT /wfpf/v1/{tenant}/approval-process/withdraw/${caseId}`)),
  ).toBe(404)
  await submitter.call(`PUT /wfpf/v1/{tenant}/approval-process/withdraw/${caseId}`)
  expect([await caseOf(id), await outcomes(id), await taskOf(people[0]!, id)]).toMatchObject([
    { state: 4, outcome: 'withdrawn' },
    ['returned'],
    undefined,
  ])
  const second = await submit()
  await approve(people[0]!, second)
  expect(
    await status(
      submitter.call(
        `PUT /wfpf/v1/{tenant}/approval-process/withdraw/${(await caseOf(second)).id}`,
      ),
    ),
  ).toBe(409)
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
    await status(
      people[0]!.call(`PUT /wfpf/v1/{tenant}/approval-task/transfer/${task.id}`, {
        accountId: submitter.accountId,
      }),
    ),
  ).toBe(422)
  await people[0]!.call(`PUT /wfpf/v1/{tenant}/approval-task/transfer/${task.id}`, {
    accountId: people[1]!.accountId,
    comment: '请你定',
  })
  expect(await taskOf(people[0]!, id)).toBeUndefined()
  const next = (await taskOf(people[1]!, id))!
  await people[1]!.call(`PUT /wfpf/v1/{tenant}/approval-task/add-signer/${next.id}`, {
    accountId: people[2]!.accountId,
    place: 'after',
  })
  await people[1]!.call(`PUT /wfpf/v1/{tenant}/approval-task/add-signer/${next.id}`, {
    accountId: people[3]!.accountId,
    place: 'before',
  })
  expect(await taskOf(people[1]!, id)).toBeUndefined()
  await approve(people[3]!, id)
  expect(await taskOf(people[2]!, id)).toBeUndefined()
  await approve(people[1]!, id)
  expect(await outcomes(id)).toEqual([])
  await people[2]!.call(
    `PUT /wfpf/v1/{tenant}/approval-task/return/${(await taskOf(people[2]!, id))!.id}`,
    { comment: '补附件' },
  )
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
  const results = await people[4]!.call<{ ok: boolean; title: string }[]>(
    'POST /wfpf/v1/{tenant}/approval-task/approve-many',
    { ids: tasks },
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(2)
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    title: `CK-${ids[1]}`,
    message: expect.any(String),
  })
  expect(
    await status(
      people[3]!.call('POST /wfpf/v1/{tenant}/approval-task/approve-many', { ids: tasks }),
    ),
  ).toBe(404)
})

test('who leaves is passed over; where nobody is left an administrator is asked', async () => {
  const [first, second] = [await newMember(app, mine, []), await newMember(app, mine, [])]
  await flow([node({ userIds: [await idOf(first), await idOf(second)], mode: 'all' })])
  const id = await submit()
  const leave = (one: Member) =>
    app.db.write(mine.id, (tx) =>
      sql`update member set enabled_flag = 0 where account_id = ${one.accountId}`.execute(tx),
    )
  await leave(first)
  await app.approvals.round()
  expect((await caseOf(id)).state).toBe(1)
  await leave(second)
  await app.approvals.round()
  expect(
    (await story(mine.admin, id)).events.map(({ kind, detail }) => detail.standIn ?? kind),
  ).toEqual(['submitted', 'asked', 'left', 'left', 'left'])
  await approve(mine.admin, id)
  expect(await outcomes(id)).toEqual(['approved'])
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
  refusal = new HttpError(409, 'stock.short')
  await app.approvals.round()
  refusal = null
  expect([
    (await caseOf(short)).state,
    await outcomes(short),
    (await story(submitter, short)).events.at(-1)!.kind,
  ]).toEqual([1, [], 'overdueFailed'])
})

test('an enabled flow is fixed; running cases keep theirs', async () => {
  const flowId = await flow([
    node({ key: 'one', name: '一', userIds: [memberIds[0]!] }),
    node({ key: 'two', name: '二', userIds: [memberIds[1]!] }),
  ])
  const old = await submit()
  type Flow = {
    id: number
    objectVersionNumber: number
    nodes: FlowNode[]
    name: string
    formCode: string
    version: number
  }
  const read = () => mine.admin.call<Flow>(`GET /wfpf/v1/{tenant}/approval-flow/${flowId}`)
  const change = async () => {
    const { nodes, name, formCode, objectVersionNumber } = await read()
    return mine.admin.call('PUT /wfpf/v1/{tenant}/approval-flow', {
      id: flowId,
      objectVersionNumber,
      name,
      formCode,
      nodes: nodes.slice(0, 1),
    })
  }
  expect(await status(change())).toBe(409)
  await mine.admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${flowId}/disable`)
  expect(await status(submit())).toBe(422)
  await change()
  await mine.admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${flowId}/enable`)
  expect((await read()).version).toBe(2)
  const fresh = await submit()
  for (const id of [old, fresh]) await approve(people[0]!, id)
  expect([await outcomes(old), await outcomes(fresh)]).toEqual([[], ['approved']])
  await approve(people[1]!, old)
  expect([(await caseOf(old)).version, await outcomes(old)]).toEqual([1, ['approved']])
})

test('every property of a flow is there again; a copy is a draft; what lacks something is refused at its node', async () => {
  const nodes: FlowNode[] = [
    { key: 'c', kind: 'condition', parent: '', name: '金额' },
    {
      key: 'b1',
      kind: 'branch',
      parent: 'c',
      name: '大额',
      conditions: [
        { fact: 'total', operator: 'above', value: 5000.5, values: null },
        { fact: 'purpose', operator: 'is', value: null, values: ['sale', 'scrap'] },
      ],
    },
    { key: 'b2', kind: 'branch', parent: 'c', name: '其他', conditions: [] },
    {
      key: 'a1',
      kind: 'approver',
      parent: 'b1',
      name: '会签',
      source: 'users',
      userIds: memberIds.slice(0, 2),
      mode: 'ratio',
      percent: 60,
      timeoutAction: 'approve',
      timeoutHours: 48,
    },
    { key: 'a2', kind: 'approver', parent: 'b2', name: '自选', source: 'choice', mode: 'inOrder' },
    { key: 'k', kind: 'copy', parent: '', name: '抄送', source: 'submitterLeader', copyOn: 'both' },
  ]
  const made = await mine.admin.call<{ id: number }>('POST /wfpf/v1/{tenant}/approval-flow', {
    name: unique('流程'),
    formCode: 'shipment',
    nodes,
  })
  expect(
    (await mine.admin.call<{ nodes: FlowNode[] }>(`GET /wfpf/v1/{tenant}/approval-flow/${made.id}`))
      .nodes,
  ).toEqual(nodes)
  expect(
    await mine.admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${made.id}/copy`),
  ).toMatchObject({ state: 'draft', version: 0, nodes })
  const steps = await mine.admin.call<{ key: string; people: string[] }[]>(
    'POST /wfpf/v1/{tenant}/approval-flow/dry-run',
    {
      formCode: 'shipment',
      nodes,
      facts: { total: 6000, purpose: 'sale' },
      submitterId: memberIds[0],
    },
  )
  expect(steps.map(({ key, people: names }) => [key, names.length])).toEqual([
    ['a1', 1],
    ['k', 0],
  ])
  const wrong = await mine.admin.send('POST /wfpf/v1/{tenant}/approval-flow', {
    name: unique('流程'),
    formCode: 'shipment',
    nodes: nodes.map((one) => (one.key === 'a1' ? { ...one, percent: null } : one)),
  })
  expect([wrong.statusCode, wrong.json().fields]).toEqual([
    422,
    { nodes: '“会签”未填写通过比例。' },
  ])
  await mine.admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${made.id}/enable`)
  await employ(made.id)
  expect(await status(submit())).toBe(422)
  const chosen = await submit(undefined, { total: 1 }, [people[2]!.accountId])
  await approve(people[2]!, chosen)
  expect(await outcomes(chosen)).toEqual(['approved'])
})

test('a setting that lacks its flow is refused where it stands', async () => {
  const { objectVersionNumber } = await mine.admin.call<{ objectVersionNumber: number }>(
    'GET /wfpf/v1/{tenant}/approval-setting',
  )
  const answer = await mine.admin.send('PUT /wfpf/v1/{tenant}/approval-setting', {
    ownApprovalFlag: 0,
    objectVersionNumber,
    forms: [{ formCode: 'transfer', askedFlag: 1, processId: null }],
  })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['transfer']])
  expect(
    await status(
      mine.admin.call('PUT /wfpf/v1/{tenant}/approval-setting', {
        ownApprovalFlag: 0,
        objectVersionNumber: objectVersionNumber - 1,
        forms: [],
      }),
    ),
  ).toBe(409)
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
    client.call(`PUT /wfpf/v1/{tenant}/approval-task/return/${(await taskOf(client, id))!.id}`, {
      comment: '数量不对',
      ...body,
    })
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
  expect(
    await status(
      submitter.call(`PUT /wfpf/v1/{tenant}/approval-process/withdraw/${(await caseOf(id)).id}`),
    ),
  ).toBe(409)
  await approve(people[2]!, id)
  expect(await outcomes(id)).toEqual(['approved'])
  // To the submitter it goes where that is chosen, whatever the node says.
  const other = await submit()
  await approve(people[0]!, other)
  await approve(people[3]!, other)
  await people[1]!.call(
    `PUT /wfpf/v1/{tenant}/approval-task/return/${(await taskOf(people[1]!, other))!.id}`,
    { toNode: null },
  )
  expect(await outcomes(other)).toEqual(['returned'])
})

test('of several flows of a form the list says which one its documents take', async () => {
  const used = async () =>
    (
      await mine.admin.call<Page<{ id: number; usedFlag: number }>>(
        'GET /wfpf/v1/{tenant}/approval-flow',
        { usedFlag: '1' },
      )
    ).content.map(({ id }) => id)
  const first = await flow([node({ userIds: [memberIds[0]!] })])
  expect(await used()).toEqual([first])
  const second = await flow([node({ userIds: [memberIds[1]!] })])
  expect(await used()).toEqual([second])
  await employ(null)
  expect(await used()).toEqual([])
})

test('whoever is away names a colleague, who is asked in their place and nobody else is', async () => {
  const own = '/wfpf/v1/{tenant}/approval-delegation'
  const [away, standIn, other] = [people[0]!, people[4]!, people[1]!]
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const set = (client: Member, to: number, more: object = {}) =>
    client.call<{ moved: number }>(`PUT ${own}`, {
      toAccountId: to,
      beginsOn: day(-1),
      endsOn: day(1),
      formCodes: [],
      ...more,
    })
  await flow([
    node({ name: '主管', userIds: [memberIds[0]!] }),
    node({ name: '会签', userIds: [memberIds[0]!, memberIds[1]!, memberIds[4]!], mode: 'all' }),
  ])
  // Refused at the field: oneself, somebody of another tenant, a span that is over or turned round.
  const stranger = await newMember(app, await newTenant(app), [])
  const refused = async (to: number, more: object = {}) => {
    const answer = await away.send(`PUT ${own}`, {
      toAccountId: to,
      beginsOn: day(-1),
      endsOn: day(1),
      formCodes: [],
      ...more,
    })
    return [answer.statusCode, Object.keys((answer.json() as { fields?: object }).fields ?? {})]
  }
  expect(await refused(away.accountId)).toEqual([422, ['toAccountId']])
  expect(await refused(stranger.accountId)).toEqual([422, ['toAccountId']])
  expect(await refused(standIn.accountId, { beginsOn: day(-9), endsOn: day(-5) })).toEqual([
    422,
    ['endsOn'],
  ])
  expect(await refused(standIn.accountId, { beginsOn: day(5), endsOn: day(3) })).toEqual([
    422,
    ['endsOn'],
  ])

  const waiting = await submit()
  const open = (await inbox(away)).length
  expect(await set(away, standIn.accountId, { takesOpen: true })).toEqual({ moved: open })
  expect([await taskOf(away, waiting), (await taskOf(standIn, waiting))?.forName]).toEqual([
    undefined,
    null,
  ])
  expect((await bell(standIn)).map(({ subject }) => subject)).toContain(
    `${(await away.call<{ realName: string }>('GET /iam/stong/v1/users/self')).realName}委托你审批`,
  )
  const id = await submit()
  expect(await taskOf(away, id)).toBeUndefined()
  expect((await taskOf(standIn, id))!.forName).toEqual(expect.any(String))
  expect((await story(submitter, id)).events.map(({ kind }) => kind)).toEqual([
    'submitted',
    'asked',
    'delegated',
  ])
  await approve(standIn, id)
  // Who is asked for themselves is asked once.
  expect((await story(submitter, id)).waiting.map(({ name }) => name)).toHaveLength(2)
  await approve(standIn, id)
  await approve(other, id)
  expect(await outcomes(id)).toEqual(['approved'])

  // What they handed in themselves, they do not decide in somebody’s place; nor does a question go
  // round in circles.
  const theirs = await submit(undefined, undefined, [], standIn.accountId)
  expect(await taskOf(away, theirs)).toBeDefined()
  await set(standIn, other.accountId)
  const circled = await submit()
  expect([(await taskOf(away, circled)) !== undefined, await taskOf(standIn, circled)]).toEqual([
    true,
    undefined,
  ])
  await standIn.call(`DELETE ${own}`)
  // Other forms, other days, and an end.
  await set(away, standIn.accountId, { formCodes: ['transfer'] })
  const otherForm = await submit()
  expect(await taskOf(away, otherForm)).toBeDefined()
  await set(away, standIn.accountId, { beginsOn: day(2), endsOn: day(4) })
  const later = await submit()
  expect(await taskOf(away, later)).toBeDefined()
  expect(await away.call(`GET ${own}`)).toMatchObject({
    mine: { toAccountId: standIn.accountId, isThere: true, isActive: false },
    forMe: [],
  })
  expect(await standIn.call(`GET ${own}`)).toMatchObject({
    mine: null,
    forMe: [{ isActive: false }],
  })
  await away.call(`DELETE ${own}`)
  expect(await status(away.call(`DELETE ${own}`))).toBe(404)
})

test('before it is handed in, a flow says whom it would ask', async () => {
  const store = new Store(app, mine)
  const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
  const { id } = await store.draft('shipment', { warehouseId, purpose: 'use' }, [
    { skuId, quantity: 4 },
  ])
  const ahead = (client: Client) =>
    client.call<{
      isAsked: boolean
      isBroken: boolean
      steps: { name: string; people: string[]; isOpen: boolean }[]
    }>(`GET /wfpf/v1/{tenant}/shipment/${id}/submit`)
  await employ(null)
  expect(await ahead(mine.admin)).toEqual({ isAsked: false, isBroken: false, steps: [] })
  const process = await flow([
    node({ name: '主管', userIds: [memberIds[0]!] }),
    node({ name: '自选', source: 'choice' }),
  ])
  expect(await ahead(mine.admin)).toMatchObject({
    isAsked: true,
    isBroken: false,
    steps: [
      { name: '主管', people: [expect.any(String)], isOpen: false },
      { name: '自选', people: [], isOpen: true },
    ],
  })
  // Of a document it tells only whoever may hand it in.
  expect(await status(ahead(people[2]!))).toBe(403)
  await mine.admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${process}/disable`)
  expect(await ahead(mine.admin)).toEqual({ isAsked: true, isBroken: true, steps: [] })
  await employ(null)
})
