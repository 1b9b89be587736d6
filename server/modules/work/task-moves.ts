import { sql } from 'kysely'
import { waiveCode } from '#contract/farm/plot-lock.ts'
import { taskMoves as moves } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { taskResults, taskStates, undoMinutes } from '#contract/work/task-states.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields } from '#server/db/http-error.ts'
import type { SignedIn } from '#server/http/context.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { showRow } from '#server/db/crud.ts'
import { actOf } from './act-time.ts'
import { requireMeantExpired, requireMeantSince } from './engine/expired.ts'
import { askApproval, isApprovalAsked } from './approval.ts'
import { pickedAt, requirePickable, requireStartable } from './picking.ts'
import { tellOf } from './notices.ts'
import { placed } from './act-place.ts'
import { optionOf } from './option.ts'
import { reported } from './report.ts'
import { closeTask, undoTask } from './task-post.ts'
import { changeTask, loadForUpdate, peopleOf, workerOf, type TaskRow } from './task-row.ts'

const minuteMs = 60_000
const manages = (codes: ReadonlySet<string>) => codes.has(task.permissions.assign)

/**
 * Errors: 403 for somebody who does not manage tasks and whose task it is not; `isLead`: whoever
 * takes part is not enough.
 */
async function requireOwn(
  tx: Tx,
  { leaderId, participantIds }: TaskRow,
  { actor, codes }: SignedIn,
  isLead: boolean,
): Promise<void> {
  if (manages(codes)) return
  const worker = await workerOf(tx, actor.accountId)
  if (worker !== null && (worker === leaderId || (!isLead && participantIds.includes(worker))))
    return
  throw new HttpError(403, isLead ? 'task.leader_only' : 'task.not_yours')
}
/** Errors: 403 where whoever reported it accepts it, and somebody else could. */
async function requireOther(tx: Tx, { id }: TaskRow, { actor, tenant }: SignedIn): Promise<void> {
  const by = await row<{ finishedBy: number | null }>(
    tx,
    sql`select finished_by from task where id = ${id}`,
  )
  if (by?.finishedBy !== actor.accountId) return
  const others = await rows(
    tx,
    sql`select 1 from member m join member_role mr on mr.tenant_id = m.tenant_id and mr.member_id = m.id
      join role r on r.tenant_id = mr.tenant_id and r.id = mr.role_id and r.enabled_flag = 1
      where m.tenant_id = ${tenant} and m.enabled_flag = 1 and m.account_id <> ${actor.accountId}
        and (r.builtin_flag = 1 or exists (select 1 from role_permission p where p.tenant_id = r.tenant_id
          and p.role_id = r.id and p.code = ${task.permissions.adopt})) limit 1`,
  )
  if (others.length > 0) throw new HttpError(403, 'task.own_report')
}

/** Who is given it, and who begins it. */
function serveBeginning(app: Services): void {
  serve(app, moves.assign, ({ leaderId, participantIds, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'assign')
      const people = [...new Set([leaderId, ...(participantIds ?? before.participantIds)])]
      const known = await rows<{ id: number }>(
        write.tx,
        sql`select id from worker where id = any(${people}::bigint[]) and enabled_flag = 1`,
      )
      if (known.length < people.length)
        throw invalidFields({ leaderId: { code: 'field.missing_reference' } })
      const after = await changeTask(
        before,
        'assign',
        sql`state = ${taskStates.notStarted}, leader_id = ${leaderId},
          participant_ids = ${people.filter((one) => one !== leaderId)}::bigint[]`,
        write,
        context,
      )
      await tellOf(write, context, after as TaskRow, 'assigned', people)
      return after
    }),
  )
  serve(app, moves.claim, ({ actedAt, phoneAt, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'claim')
      const worker = await workerOf(write.tx, context.actor.accountId)
      if (worker === null) throw new HttpError(403, 'task.no_worker')
      if ((await optionOf(write.tx)).claimFlag === 0) throw new HttpError(403, 'task.claim_off')
      const act = await actOf(write.tx, before, { actedAt, phoneAt })
      return changeTask(
        before,
        'claim',
        sql`state = ${taskStates.notStarted}, leader_id = ${worker}, assigned_at = ${act.at},
          participant_ids = array_remove(participant_ids, ${worker}::bigint)`,
        write,
        context,
        act.kept,
      )
    }),
  )
  serve(app, moves.start, ({ override, actedAt, phoneAt, place, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'start')
      await requireOwn(write.tx, before, context, false)
      const act = await actOf(write.tx, before, { actedAt, phoneAt })
      const free = await requireStartable(write.tx, before, override, act.at, context)
      return changeTask(
        before,
        'start',
        sql`state = ${taskStates.inProgress}, started_at = ${act.at}, start_received_at = now(),
          ${await placed(write.tx, 'start', place)},
          started_by = ${context.actor.accountId}, ${free.set}`,
        write,
        context,
        { ...act.kept, ...free.kept },
      )
    }),
  )
}

/** What is reported, and what becomes of it. */
function serveEnding(app: Services): void {
  serve(
    app,
    moves.finish,
    ({ id, objectVersionNumber, actedAt, phoneAt, place, override, accepted, ...given }, context) =>
      context.write(async (write) => {
        const before = await loadForUpdate(write.tx, { id, objectVersionNumber }, 'finish')
        await requireOwn(write.tx, before, context, true)
        const act = await actOf(write.tx, before, { actedAt, phoneAt })
        const report = await reported(write.tx, before, given)
        const picked = { ...before, harvested: given.harvested ?? null }
        const free = await requirePickable(write.tx, picked, override, act.at, context)
        const expired = await requireMeantExpired(write.tx, given.used, act.at, {
          isMeant: accepted?.includes('expired') ?? false,
        })
        const after = (await changeTask(
          before,
          'finish',
          sql`state = ${taskStates.finished}, finished_at = ${act.at}, finish_received_at = now(),
          finished_by = ${context.actor.accountId}, reason = null,
          ${await placed(write.tx, 'finish', place)}, ${report}, ${free.set},
          expired = ${JSON.stringify(expired)}::jsonb`,
          write,
          context,
          { ...act.kept, ...free.kept },
        )) as TaskRow
        const asked = await askApproval(after, write, context)
        if (asked === 'submitted') return (await showRow(write.tx, task, id))!
        if (asked === 'approved' || (await optionOf(write.tx)).acceptFlag === 0)
          return closeTask(app, after, 'adopt', taskResults.accepted, null, write, context)
        await tellOf(write, context, after, 'finished', [], after.createdBy)
        return after
      }),
  )
  serve(app, moves.cancel, ({ reason, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'cancel')
      const after = await changeTask(
        before,
        'cancel',
        sql`state = ${taskStates.cancelled}, closed_at = now(), closed_by = ${context.actor.accountId}, reason = ${reason}`,
        write,
        context,
      )
      await tellOf(write, context, after as TaskRow, 'cancelled', peopleOf(before), null, reason)
      return after
    }),
  )
  serve(app, moves.reject, ({ reason, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'reject')
      const after = await changeTask(
        before,
        'reject',
        sql`state = ${taskStates.inProgress}, rework_count = rework_count + 1, reason = ${reason}`,
        write,
        context,
      )
      await tellOf(write, context, after as TaskRow, 'rejected', peopleOf(before), null, reason)
      return after
    }),
  )
  serve(app, moves.end, ({ reason, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'end')
      const { hours, used, machines, waterUsed, harvested } = before
      const posts =
        [hours, used, machines].some(({ length }) => length > 0) ||
        waterUsed !== null ||
        harvested !== null
      if (posts && (await isApprovalAsked(write.tx))) throw new HttpError(409, 'task.end_asked')
      // Whoever may waive an interval has said why it ends.
      const why = context.codes.has(waiveCode) ? reason : undefined
      const free = await requirePickable(write.tx, before, why, pickedAt(before), context)
      // Whoever ends it says why.
      const expired = await requireMeantSince(write.tx, before, true)
      return closeTask(
        app,
        { ...before, expired },
        'end',
        taskResults.ended,
        reason,
        write,
        context,
        free.kept,
      )
    }),
  )
  serve(app, moves.adopt, ({ override, accepted, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'adopt')
      await requireOther(write.tx, before, context)
      // Reported before anybody was asked, or taken back after they were.
      if ((await askApproval(before, write, context)) === 'submitted')
        return changeTask(before, 'submit', sql`approval_flag = 1`, write, context)
      const free = await requirePickable(write.tx, before, override, pickedAt(before), context)
      const expired = await requireMeantSince(
        write.tx,
        before,
        accepted?.includes('expired') ?? false,
      )
      return closeTask(
        app,
        { ...before, expired },
        'adopt',
        taskResults.accepted,
        null,
        write,
        context,
        free.kept,
      )
    }),
  )
  serve(app, moves.undo, ({ reason, ...asked }, context) =>
    context.write(async (write) => {
      const before = await loadForUpdate(write.tx, asked, 'undo')
      const isLate = Date.now() - Date.parse(before.closedAt ?? '') > undoMinutes * minuteMs
      if (isLate && reason === undefined)
        throw invalidFields({ reason: { code: 'field.required' } })
      return undoTask(before, reason ?? null, write, context)
    }),
  )
}
/** Everything that moves a task from state to state. */
export function serveMoves(app: Services): void {
  serveBeginning(app)
  serveEnding(app)
}
