import { sql } from 'kysely'
import type { BatchEvent } from '#contract/planting/batch-calls.ts'
import { openTaskStates, taskStates } from '#contract/work/task-states.ts'
import { task, taskScreen } from '#contract/work/task.ts'
import { rows } from '#server/db/database.ts'
import type { BatchFeed } from '#server/services/batch.ts'

/**
 * Tasks for a batch, each where it stands: planned for its first day, begun, or reported; by whom,
 * with which pictures. What was called off is not told.
 */
export const taskEvents: BatchFeed = {
  kind: 'task',
  isFor: (codes) => codes.has(task.permissions.list),
  load: async (tx, { batch, before, most }) => {
    const found = await rows<Omit<BatchEvent, 'kind'>>(
      tx,
      sql`select t.id, a.at, t.title, json_build_object('step', a.step, 'startsOn', t.starts_on, 'endsOn', t.ends_on,
          'late', t.state = any(${[...openTaskStates]}::smallint[]) and t.ends_on < (now() at time zone n.time_zone)::date,
          'note', case when a.step = 'reported' then t.report_note end, 'pictures', t.photos, 'by', w.real_name) as detail
        from task t join tenant n on n.id = t.tenant_id
          cross join lateral (select
            case when t.state in (${taskStates.finished}, ${taskStates.closed}) and t.finished_at is not null then 'reported'
              when t.state = ${taskStates.closed} then 'ended'
              when t.state = ${taskStates.inProgress} then 'begun' else 'planned' end as step) s
          cross join lateral (select s.step, case s.step when 'reported' then t.finished_at when 'ended' then t.closed_at
            when 'begun' then t.started_at else (t.starts_on + time '12:00') at time zone n.time_zone end as at) a
          left join worker w on w.tenant_id = t.tenant_id and w.id = t.leader_id
        where t.batch_id = ${batch.id} and t.state <> ${taskStates.cancelled}
          and ${before === undefined ? sql`true` : sql`a.at < ${before}::timestamptz`}
        order by a.at desc, t.id desc limit ${most}`,
    )
    return found.map((one) => ({
      kind: 'task',
      ...one,
      path: `${taskScreen.route}?open=show&id=${one.id}`,
    }))
  },
}
