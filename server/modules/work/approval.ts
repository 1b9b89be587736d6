import { sql } from 'kysely'
import { waiveCode } from '#contract/farm/plot-lock.ts'
import { seen } from '#contract/seen.ts'
import { taskForm } from '#contract/work/approval-form.ts'
import { hoursOfDay, taskResults, taskStates } from '#contract/work/task-states.ts'
import { task } from '#contract/work/task.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { OnBehalf, SignedIn, Write } from '#server/http/context.ts'
import {
  approvalForm,
  settingOf,
  startApproval,
  type Decision,
} from '#server/modules/approval/engine/approval.ts'
import type { Services } from '#server/services/services.ts'
import { requireMeantSince } from './engine/expired.ts'
import { tellOf } from './notices.ts'
import { pickedAt, requirePickable } from './picking.ts'
import { closeTask } from './task-post.ts'
import { changeTask, peopleOf, type TaskRow } from './task-row.ts'

/** Whether the tenant has what tasks used and took approved before it is posted. */
export const isApprovalAsked = async (tx: Tx) =>
  (await settingOf(tx, taskForm.code))?.askedFlag === 1

/** Inputs at their average where they lie, pieces at the task's rate, other hours at today's wages. Unit: yuan. */
async function worthOf(tx: Tx, { used, hours, warehouseId, pieceRate }: TaskRow): Promise<number> {
  const found = await row<{ total: number }>(
    tx,
    sql`select round(coalesce((select sum(u.quantity * b.average)
        from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as u("skuId" bigint, quantity numeric)
        join lateral (select sum(value) / nullif(sum(quantity), 0) as average from stock_balance
          where sku_id = u."skuId" and warehouse_id = ${warehouseId}) b on true), 0)
      + coalesce((select sum(coalesce(h.pieces * ${pieceRate}::numeric, w.day_wage / ${hoursOfDay} * h.hours))
        from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as h("workerId" bigint, hours numeric, pieces numeric)
        join worker w on w.id = h."workerId"), 0), 2) as total`,
  )
  return found!.total
}

/**
 * Puts a report before approvers. Answers `notAsked` where the tenant has none asked, `approved`
 * where nobody is on its way. Errors: those of `startApproval`.
 */
export async function askApproval(
  about: TaskRow,
  write: Write,
  context: SignedIn,
): Promise<'notAsked' | 'submitted' | 'approved'> {
  const { tx } = write
  if (!(await isApprovalAsked(tx))) return 'notAsked'
  const outcome = await startApproval(write, context, {
    formCode: taskForm.code,
    thirdId: about.id,
    title: `${about.taskCode} ${about.title}`,
    facts: async () => ({
      total: await worthOf(tx, about),
      lines: about.used.length,
      category: (await row<{ category: string }>(
        tx,
        sql`select category from task_type where id = ${about.taskTypeId}`,
      ))!.category,
    }),
    record: () => showRow(tx, task, about.id),
  })
  if (outcome === 'submitted')
    await sql`update task set approval_flag = 1 where id = ${about.id}`.execute(tx)
  return outcome
}

/** The task that is decided about, held. Errors: 409 where it is not before approvers any more. */
async function held(write: Write, id: number, { codes }: OnBehalf): Promise<TaskRow> {
  await lockRow(write.tx, task, id)
  const found = (await showRow(write.tx, task, id)) as TaskRow | null
  if (found?.state === taskStates.finished && found.approvalFlag === 1) return found
  throw new HttpError(409, 'error.state', {
    ...(found && { extra: { current: seen(task, found, codes) } }),
  })
}
/** Back to whoever works on it. */
const sendBack = (
  before: TaskRow,
  action: 'reject' | 'withdraw',
  reason: string | null,
  write: Write,
  context: OnBehalf,
): Promise<Row> =>
  changeTask(
    before,
    action,
    sql`state = ${taskStates.inProgress}, approval_flag = 0, reason = ${reason},
      rework_count = rework_count + ${action === 'reject' ? 1 : 0}`,
    write,
    context,
  )

/** What a decision does: approved, all is posted with it; else it is to be done again. */
async function decided(
  app: Services,
  id: number,
  decision: Decision,
  write: Write,
  context: OnBehalf,
  comment: string | null,
): Promise<void> {
  const before = await held(write, id, context)
  if (decision === 'approved') {
    // Whoever may waive an interval says why where they decide.
    const why = (context.codes.has(waiveCode) && comment) || undefined
    const free = await requirePickable(write.tx, before, why, pickedAt(before), context)
    // Lots that ended while it waited: whoever decides says so in their words.
    const expired = await requireMeantSince(
      write.tx,
      before,
      Boolean(comment?.trim()),
      'task.expired_since',
    )
    await closeTask(
      app,
      { ...before, expired },
      'adopt',
      taskResults.accepted,
      null,
      write,
      context,
      free.kept,
    )
    return
  }
  const reason = comment?.slice(0, task.fields.reason.max) ?? null
  await sendBack(before, 'reject', reason, write, context)
  await tellOf(write, context, before, 'rejected', peopleOf(before), null, reason ?? '')
}

/** Makes tasks a kind of record that can be approved. */
export function approveTasks(app: Services): void {
  approvalForm(app, {
    code: taskForm.code,
    decided: (id, decision, write, context, comment) =>
      decided(app, id, decision, write, context, comment),
    withdrawn: async (id, write, context) => {
      await sendBack(await held(write, id, context), 'withdraw', null, write, context)
    },
  })
}
