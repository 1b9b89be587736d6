import { sql } from 'kysely'
import { pathOf } from '#contract/approval/flow.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { ask, copy, goBack, advanceToNextNode, nodeAt, openTurns } from './advance.ts'
import type { ApprovalForm, Decision } from './approval.ts'
import { directoryOf, mayApproveOwn, submitterOf } from './directory.ts'
import { returnStep, fallbackApproversOf, verdictOf } from './machine.ts'
import { appendEvent, openTask, tasksOf, type Case, type Task } from './store.ts'
import { publishChange, notify } from './notify.ts'

export type Forms = ReadonlyMap<string, ApprovalForm>
const kinds = { approved: 'approved', rejected: 'rejected', returned: 'returned' } as const
const taskStateOf: Readonly<Record<Decision, number>> = { approved: 2, rejected: 3, returned: 3 }
const actions = { approved: 'approve', rejected: 'reject', returned: 'return' } as const

/**
 * Decides one task of the actor, and with it what follows: the next tasks, or the end and what the
 * form does then. All of
 * it in the caller's transaction, the case held. Errors: 404 for a task of somebody else, 409 when
 * it is decided, 403 for
 * one's own document; what the form refuses.
 */
export async function decide(
  forms: Forms,
  write: Write,
  context: OnBehalf,
  taskId: number,
  decision: Decision,
  comment: string | null = null,
  toNode?: string | null,
): Promise<void> {
  const { task, held } = await openTask(write.tx, taskId, context.actor.accountId)
  if (held.submitterId === context.actor.accountId && !(await mayApproveOwn(write.tx)))
    throw new HttpError(403, 'approval.own')
  const path = pathOf(held.nodes, held.facts)
  const back = decision === 'returned' ? returnStep(path, held.step, toNode) : null
  if (back === undefined) throw invalidFields({ toNode: { code: 'approval.noSuchNode' } })
  await completeTask(forms, write, context, held, task, decision, comment, { back })
}

/** The same for a task that is known to be open in a held case, also when time decides. */
export async function completeTask(
  forms: Forms,
  write: Write,
  context: OnBehalf,
  held: Case,
  task: Task,
  decision: Decision,
  comment: string | null,
  {
    isOverdue = false,
    back = null,
  }: {
    isOverdue?: boolean
    /** The step that is asked again, where it is given back to one. */ back?: number | null
  } = {},
): Promise<void> {
  const { tx, audit } = write
  const { actor } = context
  await sql`update approval_task set state = ${taskStateOf[decision]}, decision = ${decision},
    decided_by = ${actor.accountId}, decided_by_name = ${actor.realName},
    comment = ${comment || null}, decided_at = clock_timestamp(), due_at = null where id = ${task.id}`.execute(
    tx,
  )
  const seconds = task.openedAt
    ? Math.max(0, Math.round((Date.now() - Date.parse(task.openedAt)) / 1000))
    : 0
  await appendEvent(
    tx,
    held.id,
    isOverdue ? 'overdue' : back === null ? kinds[decision] : 'returnedTo',
    actor,
    comment,
    {
      nodeName: task.nodeName,
      seconds,
      ...(back !== null && { to: pathOf(held.nodes, held.facts)[back]?.name ?? '' }),
      ...(isOverdue && { action: actions[decision] }),
    },
  )
  await audit({
    entity: 'approval',
    recordId: held.id,
    title: held.title,
    action: actions[decision],
    ...(comment && { after: { comment } }),
  })
  if (back !== null) {
    await closeRest(tx, held, context)
    await goBack(write, held, back)
  } else if (decision === 'returned') await finish(forms, write, context, held, 'returned', comment)
  else await evaluateNode(forms, write, context, held, comment)
  await publishChange(write, held.id)
}

/** Sees what the case's node has come to, and goes on. */
export async function evaluateNode(
  forms: Forms,
  write: Write,
  context: OnBehalf,
  held: Case,
  comment: string | null,
): Promise<void> {
  const { tx } = write
  const node = nodeAt(held)!
  const tasks = await tasksOf(tx, held.id, held.step)
  const verdict = verdictOf(node, tasks)
  if (verdict === 'pending') return openTurns(tx, held, node)
  if (verdict === 'rejected') return finish(forms, write, context, held, 'rejected', comment)
  if (verdict === 'empty') {
    // Everybody who was asked has left.
    const people = fallbackApproversOf(await directoryOf(tx), await submitterOf(tx, held))
    return people.length > 0
      ? ask(tx, held, node, people, 'left', Math.max(...tasks.map(({ position }) => position)) + 1)
      : undefined
  }
  await closeRest(tx, held, context)
  if (!(await advanceToNextNode(write, held, held.step + 1)))
    await finish(forms, write, context, held, 'approved', comment)
}

/** What nobody needs to answer any more was handled by who decided. */
const closeRest = (tx: Tx, held: Case, { actor }: OnBehalf) =>
  sql`update approval_task set state = 2, decision = 'other', decided_by = ${actor.accountId},
    decided_by_name = ${actor.realName}, decided_at = clock_timestamp(), due_at = null
    where case_id = ${held.id} and state in (0, 1)`.execute(tx)

async function finish(
  forms: Forms,
  write: Write,
  context: OnBehalf,
  held: Case,
  decision: Decision,
  comment: string | null,
): Promise<void> {
  const { tx } = write
  const form = forms.get(held.formCode)
  if (!form) throw new Error(`no form '${held.formCode}' takes decisions`)
  await closeRest(tx, held, context)
  await row(
    tx,
    sql`update approval_case set state = ${decision === 'approved' ? 2 : 3}, outcome = ${decision},
      ended_at = clock_timestamp() where id = ${held.id} returning id`,
  )
  await form.decided(held.thirdId, decision, write, context, comment)
  await notify(tx, [held.submitterId], decision, held, 'user_edit', comment)
  await copy(write, held, 'end')
}
