import { sql } from 'kysely'
import { approvalProcess, type FlowNode } from '#contract/approval/process.ts'
import { caseTimeline } from '#contract/approval/case-calls.ts'
import { approvalTasks, approveTask } from '#contract/approval/task-calls.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { messages } from '#contract/message/reader-calls.ts'
import {
  enableProcess,
  auditSettings,
  saveAuditSettings,
} from '#contract/approval/process-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import {
  approvalForm,
  startApproval,
  type ApprovalForm,
} from '#server/modules/approval/engine/approval.ts'
import { behalfOf, type OnBehalf } from '#server/http/context.ts'
import { oneFarm } from './ground.ts'
import { newMember, unique } from './harness.ts'

export type Member = Client & { accountId: number; loginName: string }
/** Units stand for documents: a decision writes its word into one, in its own transaction. */
/** What the form says to a decision instead of doing its part. */
export const refusal: { error: HttpError | null } = { error: null }
let serial = 1000
export const nextSerial = () => ++serial
export const form: ApprovalForm = {
  code: 'shipment',
  async decided(thirdId, decision, { tx }) {
    await sql`insert into unit (code, name) values (${`d${thirdId}`}, ${decision})`.execute(tx)
    if (refusal.error) throw refusal.error
  },
}
export const idOf = ({ accountId }: Member) =>
  app.db.read(
    mine.id,
    async (tx) =>
      (await row<{ id: number }>(tx, sql`select id from member where account_id = ${accountId}`))!
        .id,
  )
export const { app, mine } = await oneFarm({ poolSize: 12 })
export const submitter = await newMember(app, mine, [costCode])
export const people = await Promise.all(
  Array.from({ length: 5 }, () => newMember(app, mine, [costCode])),
)
export const memberIds = await Promise.all(people.map(idOf))
approvalForm(app, form)
export const node = (more: Partial<FlowNode>): FlowNode => ({
  key: unique('k'),
  kind: 'approver',
  parent: '',
  name: '审批',
  source: 'users',
  mode: 'any',
  ...more,
})
export async function flow(nodes: FlowNode[]): Promise<number> {
  const { id } = await mine.admin.call(callOf(approvalProcess, 'create'), {
    name: unique('流程'),
    formCode: 'shipment',
    nodes,
  })
  await mine.admin.call(enableProcess, { id })
  await employ(id)
  return id
}
export async function employ(processId: number | null, ownApprovalFlag = 0): Promise<void> {
  const { objectVersionNumber } = await mine.admin.call(auditSettings)
  await mine.admin.call(
    saveAuditSettings,
    untyped({
      ownApprovalFlag,
      objectVersionNumber,
      forms: [{ formCode: 'shipment', askedFlag: processId === null ? 0 : 1, processId }],
    }),
  )
}
export function contextOf(accountId: number): OnBehalf {
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
export async function submit(
  thirdId = nextSerial(),
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
export const inbox = async (client: Client, query: Record<string, string> = {}) =>
  (
    await client.call(approvalTasks, {
      taskType: 'approval',
      taskState: 1,
      size: 100,
      ...query,
    })
  ).content
export const taskOf = async (client: Client, thirdId: number) =>
  (await inbox(client)).find((one) => one.thirdId === thirdId)
export const approve = async (client: Client, thirdId: number, comment = '') =>
  client.call(approveTask, { id: (await taskOf(client, thirdId))!.id, comment })
export const outcomes = (thirdId: number) =>
  app.db.read(mine.id, async (tx) =>
    (
      await rows<{ name: string }>(tx, sql`select name from unit where code = ${`d${thirdId}`}`)
    ).map(({ name }) => name),
  )
export const caseOf = async (thirdId: number) =>
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
export const story = async (client: Client, thirdId: number) =>
  client.call(caseTimeline, { id: (await caseOf(thirdId)).id })
export const status = async (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
export const bell = async (client: Client) =>
  (await client.call(messages, { noticeCategoryCode: 'APPROVE', withContent: '1', size: 100 }))
    .content
