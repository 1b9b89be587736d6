import { caseStates, taskStates } from '#contract/approval/states.ts'
import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError } from '#server/db/http-error.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { nodeAt, openTurns } from './advance.ts'
import { takeBack } from './approval.ts'
import type { Forms } from './decide.ts'
import { directoryOf, mayApproveOwn } from './directory.ts'
import type { Person } from './machine.ts'
import { lockCase, appendEvent, openTask, tasksOf, type Case } from './store.ts'
import { publishChange, notify } from './notify.ts'

const urgeEveryMs = 3_600_000

/** A colleague who can take a task of this case. Errors: 422 at `accountId`. */
async function colleague(tx: Tx, held: Case, accountId: number): Promise<Person> {
  const fault = (code: string) => invalidFields({ accountId: { code } })
  const person = (await directoryOf(tx)).people.find((one) => one.accountId === accountId)
  if (!person) throw fault('field.missing_reference')
  if (accountId === held.submitterId && !(await mayApproveOwn(tx))) throw fault('approval.own')
  const asked = await tasksOf(tx, held.id, held.step)
  if (
    asked.some(
      (one) =>
        one.accountId === accountId &&
        (one.state === taskStates.waiting || one.state === taskStates.open),
    )
  )
    throw fault('approval.alreadyAsked')
  return person
}

/** Hands a task on; it keeps its place in the order. */
export async function transfer(
  write: Write,
  { actor }: OnBehalf,
  taskId: number,
  to: number,
  comment: string | null,
): Promise<void> {
  const { tx, audit } = write
  const { task, held } = await openTask(tx, taskId, actor.accountId)
  const person = await colleague(tx, held, to)
  await sql`update approval_task set state = 2, decision = 'transferred',
    decided_by = ${actor.accountId}, decided_by_name = ${actor.realName},
    comment = ${comment || null}, decided_at = clock_timestamp(), due_at = null where id = ${task.id}`.execute(
    tx,
  )
  const made = (await row<{ id: number }>(
    tx,
    sql`insert into approval_task (case_id, step, node_key, node_name, account_id, person_name,
      position, state, stand_in, place, anchor_id, opened_at, due_at)
    select case_id, step, node_key, node_name, ${person.accountId}, ${person.name}, position, 1,
    stand_in, place, anchor_id, clock_timestamp(), ${task.dueAt} from approval_task where id = ${task.id} returning id`,
  ))!
  await sql`update approval_task set anchor_id = ${made.id} where anchor_id = ${task.id}`.execute(
    tx,
  )
  await appendEvent(tx, held.id, 'transferred', actor, comment, {
    nodeName: task.nodeName,
    names: [person.name],
  })
  await audit({
    entity: 'approval',
    recordId: held.id,
    title: held.title,
    action: 'transfer',
    after: { to: person.name },
  })
  await notify(tx, [person.accountId], 'transferred', held, 'approval', comment)
  await publishChange(write, held.id)
}

/** Has somebody sign before this task is decided, or after it was approved. */
export async function addSigner(
  write: Write,
  { actor }: OnBehalf,
  taskId: number,
  signer: number,
  place: 'before' | 'after',
  comment: string | null,
): Promise<void> {
  const { tx, audit } = write
  const { task, held } = await openTask(tx, taskId, actor.accountId)
  const person = await colleague(tx, held, signer)
  await sql`insert into approval_task (case_id, step, node_key, node_name, account_id, person_name,
    position, state, place, anchor_id)
    values (${held.id}, ${held.step}, ${task.nodeKey}, ${task.nodeName}, ${person.accountId},
    ${person.name}, ${task.position}, 0, ${place}, ${task.id})`.execute(tx)
  if (place === 'before')
    await sql`update approval_task set state = 0, due_at = null where id = ${task.id}`.execute(tx)
  await appendEvent(tx, held.id, 'addedSigner', actor, comment, {
    nodeName: task.nodeName,
    names: [person.name],
    place,
  })
  await audit({
    entity: 'approval',
    recordId: held.id,
    title: held.title,
    action: 'addSigner',
    after: { signer: person.name, place },
  })
  await openTurns(tx, held, nodeAt(held)!)
  await publishChange(write, held.id)
}

async function mineOf(tx: Tx, caseId: number, accountId: number): Promise<Case> {
  const held = await lockCase(tx, caseId)
  if (held.submitterId !== accountId) throw notFound()
  return held
}

/** Takes back what one handed in. */
export async function withdraw(
  forms: Forms,
  write: Write,
  context: OnBehalf,
  caseId: number,
): Promise<void> {
  const held = await mineOf(write.tx, caseId, context.actor.accountId)
  await takeBack(write, context, held)
  const form = forms.get(held.formCode)
  await (form?.withdrawn
    ? form.withdrawn(held.thirdId, write, context)
    : form?.decided(held.thirdId, 'returned', write, context, null))
}

/** When the submitter may urge again; null is now. */
export const urgeAgainAt = ({ urgedAt }: Pick<Case, 'urgedAt'>, now = Date.now()) =>
  urgedAt && Date.parse(urgedAt) + urgeEveryMs > now
    ? new Date(Date.parse(urgedAt) + urgeEveryMs).toISOString()
    : null

/**
 * Reminds everybody whose turn it is. Errors: 409 when the case is over, 429 within an hour of the
 * last time.
 */
export async function urge(write: Write, { actor }: OnBehalf, caseId: number): Promise<void> {
  const { tx } = write
  const held = await mineOf(tx, caseId, actor.accountId)
  if (held.state !== caseStates.open) throw new HttpError(409, 'approval.decided')
  const again = urgeAgainAt(held)
  if (again)
    throw new HttpError(429, 'approval.urged', {
      params: {
        minutes: Math.ceil((Date.parse(again) - Date.now()) / 60_000),
        seconds: Math.ceil((Date.parse(again) - Date.now()) / 1000),
      },
      extra: { againAt: again },
    })
  const open = (await tasksOf(tx, held.id, held.step)).filter(
    ({ state }) => state === taskStates.open,
  )
  await sql`update approval_case set urged_at = clock_timestamp() where id = ${held.id}`.execute(tx)
  await appendEvent(tx, held.id, 'urged', actor, null, {
    names: open.map(({ personName }) => personName),
  })
  await notify(
    tx,
    open.map(({ accountId }) => accountId),
    'urged',
    held,
    'approval',
  )
  await publishChange(write, held.id)
}
