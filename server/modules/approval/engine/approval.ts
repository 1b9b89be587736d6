import { caseStates } from '#contract/approval/states.ts'
import { sql } from 'kysely'
import { pathOf } from '#contract/approval/flow.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError, unprocessable } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { copy, advanceToNextNode } from './advance.ts'
import { caseById, lockCase, appendEvent, type Case } from './store.ts'
import { publishChange } from './notify.ts'

type Facts = Readonly<Record<string, string | number | null>>
/** Something that is handed in to be decided, with what the conditions of its process look at. */
export interface Submission {
  /** Which form it is: the process is chosen by it. */
  formCode: string
  /** Id of the record among those of its form. */
  thirdId: number
  /** What people call it: the number of a document. */
  title: string
  /**
   * By the names of `contract/approval/forms.ts`; the submitter's department is added here. A
   * function is asked only where somebody may be.
   */
  facts: Facts | (() => Promise<Facts>)
  /** Whom the submitter chose, where the process leaves that to them; account ids. */
  approverIds?: readonly number[]
  /**
   * The record as it is handed in; read only where somebody is asked, for the next case to show
   * what is different.
   */
  record?: () => Promise<object | null>
}
export type Decision = 'approved' | 'rejected' | 'returned'

/**
 * What a form does when its case is decided, in the transaction of the decision: both are there, or
 * neither.
 */
export interface ApprovalForm {
  code: string
  decided(
    thirdId: number,
    decision: Decision,
    write: Write,
    context: OnBehalf,
    comment: string | null,
  ): Promise<void>
  /**
   * Its submitter took it back on the approvals' page. Without it, that is as if it were returned.
   */
  withdrawn?(thirdId: number, write: Write, context: OnBehalf): Promise<void>
}
export const approvalForm = (
  { approvalForms }: { approvalForms: Map<string, ApprovalForm> },
  form: ApprovalForm,
) => approvalForms.set(form.code, form)

interface Setting {
  askedFlag: number
  state: string | null
  processId: number | null
  version: number | null
}
export const settingOf = (tx: Tx, formCode: string) =>
  row<Setting>(
    tx,
    sql`${prepared}select s.asked_flag, p.state, p.id as process_id, p.version
      from approval_setting s left join approval_process p on p.tenant_id = s.tenant_id
      and p.id = s.process_id where s.form_code = ${formCode}`,
  )

/**
 * Opens a case for what was handed in, in the caller's transaction. Answers `approved` where nobody
 * needs to be asked;
 * the caller then does what an approval does, and `decided` is not called.
 * Errors: 409 when a case of the record is open; 422 when its process is out of use, leaves the
 * choice to a submitter who
 * made none (at `approverIds`), or finds nobody to ask.
 */
export async function startApproval(
  write: Write,
  { actor }: OnBehalf,
  { formCode, thirdId, title, facts, approverIds = [], record }: Submission,
): Promise<'submitted' | 'approved'> {
  const { tx } = write
  const setting = await settingOf(tx, formCode)
  if (setting?.askedFlag !== 1) return 'approved'
  if (setting.state !== 'enabled') throw unprocessable('approval.processDisabled')
  const member = await row<{ organizationId: number | null }>(
    tx,
    sql`select organization_id from member where account_id = ${actor.accountId}`,
  )
  const known = {
    ...(typeof facts === 'function' ? await facts() : facts),
    organizationId: member?.organizationId ?? null,
  }
  const made = await row<{ id: number }>(
    tx,
    sql`insert into approval_case (process_id, version, form_code, third_id, title, facts,
      submitter_id, submit_name, approver_ids, previous_id)
    values (${setting.processId}, ${setting.version}, ${formCode}, ${thirdId}, ${title},
    ${JSON.stringify(known)}::jsonb, ${actor.accountId}, ${actor.realName}, ${[...new Set(approverIds)]}::bigint[],
      (select max(id) from approval_case where form_code = ${formCode} and third_id = ${thirdId}))
    on conflict (tenant_id, form_code, third_id) where state = 1 do nothing returning id`,
  )
  if (!made) throw new HttpError(409, 'approval.pending')
  const opened = (await caseById(tx, made.id))!
  if (
    approverIds.length === 0 &&
    pathOf(opened.nodes, opened.facts).some(
      ({ kind, source }) => kind === 'approver' && source === 'choice',
    )
  )
    throw invalidFields({ approverIds: { code: 'approval.choose' } })
  await appendEvent(tx, opened.id, 'submitted', actor)
  await copy(write, opened, 'submit')
  const isAsked = await advanceToNextNode(write, opened, 0)
  if (!isAsked) await autoApprove(write, opened)
  else if (record)
    await sql`insert into approval_record (case_id, record)
      values (${opened.id}, ${JSON.stringify(await record())}::jsonb)`.execute(tx)
  await publishChange(write, opened.id, 'created')
  return isAsked ? 'submitted' : 'approved'
}

/** Nobody is asked on this way. */
async function autoApprove(write: Write, held: Case): Promise<void> {
  await sql`update approval_case set state = 2, outcome = 'approved', ended_at = clock_timestamp()
    where id = ${held.id}`.execute(write.tx)
  await appendEvent(write.tx, held.id, 'passed', null)
  await copy(write, held, 'end')
}

/**
 * Takes a case back before anybody has decided. Errors: 409 when somebody has, or is about to; 404
 * when there is none.
 */
export async function withdrawApproval(
  write: Write,
  context: OnBehalf,
  { formCode, thirdId }: Pick<Submission, 'formCode' | 'thirdId'>,
): Promise<void> {
  // Whoever decides holds the case and comes for the record, which the caller holds: to wait here
  // would be to wait for each other.
  const found = await row<{ id: number }>(
    write.tx,
    sql`select id from approval_case where form_code = ${formCode} and third_id = ${thirdId}
      and state = 1 for update nowait`,
  ).catch((error: unknown) => {
    throw (error as { code?: string }).code === '55P03'
      ? new HttpError(409, 'approval.decided')
      : error
  })
  if (!found) throw notFound()
  await takeBack(write, context, await lockCase(write.tx, found.id))
}

/** Whether nobody has approved, rejected or returned yet. */
export const isUntouched = async (tx: Tx, caseId: number) =>
  !(await row(
    tx,
    sql`select 1 from approval_task where case_id = ${caseId}
      and decision in ('approved', 'rejected', 'returned') limit 1`,
  ))

export async function takeBack(
  write: Write,
  { actor }: Pick<OnBehalf, 'actor'>,
  held: Case,
): Promise<void> {
  const { tx, audit } = write
  if (held.state !== caseStates.open || !(await isUntouched(tx, held.id)))
    throw new HttpError(409, 'approval.decided')
  await sql`update approval_task set state = 2, decision = 'cancelled', due_at = null
    where case_id = ${held.id} and state in (0, 1)`.execute(tx)
  await sql`update approval_case set state = 4, outcome = 'withdrawn', ended_at = clock_timestamp()
    where id = ${held.id}`.execute(tx)
  await appendEvent(tx, held.id, 'withdrawn', actor)
  await audit({ entity: 'approval', recordId: held.id, title: held.title, action: 'withdraw' })
  await publishChange(write, held.id)
}
