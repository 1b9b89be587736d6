import { sql } from 'kysely'
import { openTaskStates, taskStates } from '#contract/work/task-states.ts'
import type { Services } from '#server/services/services.ts'

const open = [...openTaskStates]

/** Mine that are due, red once late; what waits for a manager, red once late. */
export function countTasks({ waiting }: Services): void {
  waiting.set(
    'task',
    ({ actor }, areaId) =>
      sql`select count(*) filter (where t.starts_on <= d.now) as count, count(*) filter (where t.ends_on < d.now) as urgent
        from task t join tenant n on n.id = t.tenant_id cross join lateral (select (now() at time zone n.time_zone)::date as now) d
        where t.state = any(${open}::smallint[]) and (${areaId}::bigint is null or t.area_id = ${areaId})
          and exists (select 1 from worker w join member m on m.tenant_id = w.tenant_id and m.id = w.user_id
            where w.tenant_id = t.tenant_id and m.account_id = ${actor.accountId}
              and (w.id = t.leader_id or t.participant_ids @> array[w.id]))`,
  )
  waiting.set(
    'taskManger',
    (_context, areaId) =>
      sql`select count(*) filter (where t.approval_flag = 0 and (t.state in (${taskStates.unassigned}, ${taskStates.finished}) or t.ends_on < d.now)) as count,
          count(*) filter (where t.state = any(${open}::smallint[]) and t.ends_on < d.now) as urgent
        from task t join tenant n on n.id = t.tenant_id cross join lateral (select (now() at time zone n.time_zone)::date as now) d
        where t.state = any(${[...open, taskStates.finished]}::smallint[]) and (${areaId}::bigint is null or t.area_id = ${areaId})`,
  )
}
