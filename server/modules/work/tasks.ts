import { sql } from 'kysely'
import { taskStates, type TaskStateCode } from '#contract/work/task-states.ts'
import { task } from '#contract/work/task.ts'
import { insertRow, updateRow, type Row } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { crud } from '#server/http/crud.ts'
import type { Services } from '#server/services/services.ts'
import { asksOf } from './asks.ts'
import { tellOf } from './notices.ts'
import { withParts } from './parts.ts'
import type { TaskRow } from './task-row.ts'

/** `T` and the day at the tenant's, and a count that begins anew with it: `T261124-003`. */
async function nextCode(tx: Tx, tenant: number): Promise<string> {
  const made = await row<{ code: string }>(
    tx,
    sql`with counted as (insert into document_number as n (kind, stem, last)
      select 'task', 'T' || to_char(now() at time zone time_zone, 'YYMMDD'), 1 from tenant where id = ${tenant}
      on conflict (tenant_id, kind, stem) do update set last = n.last + 1 returning stem, last)
    select stem || '-' || lpad(last::text, greatest(3, length(last::text)), '0') as code from counted`,
  )
  return made!.code
}
type Values = Record<string, unknown>

/** Errors: 422 where it ends before it begins, or where the same person is named twice. */
function checked(values: Values, before: Row | null): Values {
  const whole = { ...before, ...values } as Partial<TaskRow> & { startsOn?: string }
  if (whole.startsOn && whole.endsOn && whole.startsOn > whole.endsOn)
    throw invalidFields({ endsOn: { code: 'task.ends_early' } })
  const people = whole.participantIds ?? []
  return {
    ...values,
    ...(values.priority === null && { priority: 'normal' }),
    participantIds: [...new Set(people)].filter((one) => one !== whole.leaderId),
  }
}
/** Whoever leads it makes it one that can be begun; without anybody it waits for one. */
function stateFor(values: Values, before: Row | null): TaskStateCode {
  const now = (before as TaskRow | null)?.state ?? taskStates.unassigned
  const leader = values.leaderId === undefined ? before?.leaderId : values.leaderId
  if (now === taskStates.inProgress) {
    if (leader === null) throw invalidFields({ leaderId: { code: 'field.required' } })
    return now
  }
  return typeof leader === 'number' ? taskStates.notStarted : taskStates.unassigned
}

/** Tasks as records: made, changed and deleted while they are not over. */
export function serveTasks(app: Services): void {
  crud(app, task, {
    prepare: (values, before, { tx }) => withParts(tx, checked(values, before), before),
    insert: async (values, { tx }, { tenant, actor }) =>
      insertRow(
        tx,
        task,
        {
          ...values,
          ...(await asksOf(tx, values.taskTypeId)),
          taskCode: await nextCode(tx, tenant),
          state: stateFor(values, null),
        },
        actor.accountId,
      ),
    update: async (id, version, values, { tx }, { actor }) => {
      const before = await row<Row>(
        tx,
        sql`select id, object_version_number, state, leader_id, task_type_id from task where id = ${id}`,
      )
      const isOther = values.taskTypeId !== undefined && values.taskTypeId !== before?.taskTypeId
      const asks = isOther ? await asksOf(tx, values.taskTypeId) : {}
      const state = stateFor(values, before)
      return updateRow(tx, task, id, version, { ...values, ...asks, state }, actor.accountId)
    },
    after: async (action, saved, write, context) => {
      const { leaderId, participantIds } = saved as TaskRow
      if (action !== 'create' || leaderId === null) return
      await tellOf(write, context, saved as TaskRow, 'assigned', [leaderId, ...participantIds])
    },
  })
}
