import { caseStates, taskStates } from '#contract/approval/states.ts'
import { sql } from 'kysely'
import type { Facts } from '#contract/approval/flow.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import type { eventKinds } from '#contract/approval/case-calls.ts'
import type { outcomes } from '#contract/approval/task-calls.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import type { TaskState } from './machine.ts'

export interface Case {
  id: number
  processId: number
  version: number
  formCode: string
  thirdId: number
  title: string
  facts: Facts
  submitterId: number
  submitName: string
  approverIds: number[]
  state: number
  outcome: (typeof outcomes)[number] | null
  /** Which node of its way is being asked, from 0. */
  step: number
  startedAt: string
  endedAt: string | null
  urgedAt: string | null
  previousId: number | null
  processName: string
  nodes: FlowNode[]
}
export interface Task extends TaskState {
  caseId: number
  step: number
  nodeKey: string
  nodeName: string
  accountId: number
  personName: string
  openedAt: string | null
  dueAt: string | null
}

export const caseById = (tx: Tx, id: number, lock: Sql = sql``) =>
  row<Case>(
    tx,
    sql`select c.*, v.name as process_name, v.nodes from approval_case c
      join approval_version v on v.tenant_id = c.tenant_id and v.process_id = c.process_id
      and v.version = c.version where c.id = ${id} ${lock}`,
  )
const ofCase = sql`for update of c`

/** The case, held until the transaction ends: of all who decide at once, one does. */
export async function lockCase(tx: Tx, id: number): Promise<Case> {
  const found = await caseById(tx, id, ofCase)
  if (!found) throw notFound()
  return found
}
const taskColumns = sql`id, case_id, step, node_key, node_name, account_id, person_name, position,
  state, decision, stand_in, place, anchor_id, opened_at, due_at`
export const tasksOf = (tx: Tx, caseId: number, step: number) =>
  rows<Task>(
    tx,
    sql`select ${taskColumns} from approval_task where case_id = ${caseId} and step = ${step}
      and superseded_flag = 0 order by position, id`,
  )
export const taskById = (tx: Tx, id: number) =>
  row<Task>(tx, sql`select ${taskColumns} from approval_task where id = ${id}`)

/**
 * An open task of this account in a case that is held. Errors: 404 where it is not theirs, 409 when
 * it is decided.
 */
export async function openTask(
  tx: Tx,
  id: number,
  accountId: number,
): Promise<{ task: Task; held: Case }> {
  const seen = await taskById(tx, id)
  if (!seen || seen.accountId !== accountId) throw notFound()
  const held = await lockCase(tx, seen.caseId)
  const task = (await taskById(tx, id))!
  if (task.accountId !== accountId) throw notFound()
  if (held.state !== caseStates.open || task.state !== taskStates.open)
    throw new HttpError(409, 'approval.decided')
  return { task, held }
}

interface EventDetail {
  nodeName?: string
  names?: string[]
  standIn?: string
  place?: string
  action?: string
  to?: string
  seconds?: number
  /** In whose place. */ of?: string
}
export const appendEvent = (
  tx: Tx,
  caseId: number,
  kind: (typeof eventKinds)[number],
  who: { accountId: number; realName: string } | null,
  comment: string | null = null,
  detail: EventDetail = {},
) =>
  sql`insert into approval_event (case_id, kind, account_id, person_name, comment, detail)
    values (${caseId}, ${kind}, ${who?.accountId ?? null}, ${who?.realName ?? null},
    ${comment || null}, ${JSON.stringify(detail)}::jsonb)`.execute(tx)
