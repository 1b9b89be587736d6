import { sql } from 'kysely'
import { pathOf } from '#contract/approval/flow.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { unprocessable } from '#server/db/http-error.ts'
import type { Write } from '#server/http/context.ts'
import { inPlaceOf } from './delegation.ts'
import { directoryOf, submitterOf } from './directory.ts'
import { askedBy, namedBy, nextTurns, type Person, type FallbackReason } from './machine.ts'
import { appendEvent, tasksOf, type Case } from './store.ts'
import { notify } from './notify.ts'

/** Where a case stands: the node it asks at. */
export const nodeAt = (held: Case): FlowNode | undefined =>
  pathOf(held.nodes, held.facts)[held.step]

const dueAfter = ({ timeoutAction, timeoutHours }: FlowNode) =>
  timeoutAction && timeoutAction !== 'none' && timeoutHours ? timeoutHours : null

/** Makes the tasks of people at the case's node; those whose turn it is are open and told. */
export async function ask(
  tx: Tx,
  held: Case,
  node: FlowNode,
  people: readonly Person[],
  standIn: FallbackReason | null,
  from = 0,
): Promise<void> {
  const asked = await inPlaceOf(tx, held, people)
  await sql`insert into approval_task (case_id, step, node_key, node_name, account_id, person_name,
    position, state, stand_in, for_account_id, for_name)
    select ${held.id}, ${held.step}, ${node.key}, ${node.name ?? ''}, account_id, name, position, 0,
    ${standIn}, for_account_id, for_name
    from unnest(${asked.map(({ accountId }) => accountId)}::bigint[],
    ${asked.map(({ name }) => name)}::text[], ${asked.map((_, at) => from + at)}::int[],
    ${asked.map((one) => one.for?.accountId ?? null)}::bigint[], ${asked.map((one) => one.for?.name ?? null)}::text[])
    as g (account_id, name, position, for_account_id, for_name)`.execute(tx)
  await appendEvent(tx, held.id, 'asked', null, null, {
    nodeName: node.name ?? '',
    names: asked.map(({ name }) => name),
    ...(standIn && { standIn }),
  })
  for (const one of asked)
    if (one.for)
      await appendEvent(tx, held.id, 'delegated', null, null, {
        names: [one.name],
        of: one.for.name,
      })
  await openTurns(tx, held, node)
}

/** Opens what waits for its turn and has it now. */
export async function openTurns(tx: Tx, held: Case, node: FlowNode): Promise<void> {
  const ids = nextTurns(node, await tasksOf(tx, held.id, held.step))
  if (ids.length === 0) return
  const opened = await rows<{ accountId: number }>(
    tx,
    sql`update approval_task set state = 1, opened_at = clock_timestamp(),
      due_at = clock_timestamp() + ${dueAfter(node)}::int * interval '1 hour'
      where id = any(${ids}::bigint[]) returning account_id`,
  )
  await notify(
    tx,
    opened.map(({ accountId }) => accountId),
    'asked',
    held,
    'approval',
  )
}

/** Sends copies to whom the nodes of the way name for this moment, each person once in a case. */
export async function copy(write: Write, held: Case, moment: 'submit' | 'end'): Promise<void> {
  const { tx } = write
  const nodes = pathOf(held.nodes, held.facts).filter(
    ({ kind, copyOn }) => kind === 'copy' && (copyOn === moment || copyOn === 'both'),
  )
  if (nodes.length === 0) return
  const directory = await directoryOf(tx)
  const submitter = await submitterOf(tx, held)
  const people = new Map(
    nodes
      .flatMap((node) => namedBy(node, directory, submitter))
      .map((one) => [one.accountId, one.name]),
  )
  if (people.size === 0) return
  // At the end it is news again for whoever saw the beginning.
  await sql`insert into approval_copy (case_id, account_id)
    select ${held.id}, unnest(${[...people.keys()]}::bigint[])
    on conflict (tenant_id, case_id, account_id) do update set read_at = null, sent_at = clock_timestamp()`.execute(
    tx,
  )
  await appendEvent(tx, held.id, 'copied', null, null, { names: [...people.values()] })
  await notify(tx, [...people.keys()], 'copied', held, 'carbon_copy')
}

/**
 * Asks again at an earlier step. What was decided from there on is told in the history and counts
 * no more.
 */
export async function goBack(write: Write, held: Case, step: number): Promise<void> {
  await sql`update approval_task set superseded_flag = 1 where case_id = ${held.id} and step >= ${step}`.execute(
    write.tx,
  )
  await advanceToNextNode(write, held, step)
}

/**
 * Goes on from a step: asks at the next approver node. Answers false where the way is at its end.
 * Errors: 422 when there is nobody who could be asked.
 */
export async function advanceToNextNode({ tx }: Write, held: Case, from: number): Promise<boolean> {
  const path = pathOf(held.nodes, held.facts)
  const step = path.findIndex((node, at) => at >= from && node.kind === 'approver')
  if (step < 0) return false
  const node = path[step]!
  const submitter = await submitterOf(tx, held)
  if (node.source === 'choice' && submitter.chosen.length === 0)
    throw unprocessable('approval.choose')
  const { people, standIn } = askedBy(node, await directoryOf(tx), submitter)
  if (people.length === 0) throw unprocessable('approval.nobody', { name: node.name ?? '' })
  held.step = step
  await sql`update approval_case set step = ${step} where id = ${held.id}`.execute(tx)
  await ask(tx, held, node, people, standIn)
  return true
}
