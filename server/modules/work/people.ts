import { sql } from 'kysely'
import {
  mostPlannedPeople,
  peoplePlanned,
  type PlannedPerson,
} from '#contract/work/people-calls.ts'
import { openTaskStates } from '#contract/work/task-states.ts'
import { rows } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { optionOf } from './option.ts'

const open = [...openTaskStates]

/** Who is planned on the days of a window, by what is open of the tasks that the asker sees. */
export function servePeople(app: Services): void {
  serve(app, peoplePlanned, ({ from, to, taskId }, { read }) =>
    read(async (tx) => ({
      dayHours: (await optionOf(tx)).dayHours,
      people: await rows<PlannedPerson>(
        tx,
        sql`with part as (
            select p.worker_id, t.starts_on, t.ends_on,
              coalesce(t.planned_hours, y.standard_hours) / cardinality(x.people) / (t.ends_on - t.starts_on + 1) as hours
            from task t join task_type y on y.tenant_id = t.tenant_id and y.id = t.task_type_id
              cross join lateral (select array_remove(array_append(t.participant_ids, t.leader_id), null) as people) x
              cross join lateral unnest(x.people) as p(worker_id)
            where t.state = any(${open}::smallint[]) and t.starts_on <= ${to}::date and t.ends_on >= ${from}::date
              and t.id is distinct from ${taskId ?? null}::bigint
          ), planned as (
            select part.worker_id, d.day, round(coalesce(sum(part.hours), 0), 1) as hours, count(*)::integer as tasks
            from part cross join lateral generate_series(greatest(part.starts_on, ${from}::date),
              least(part.ends_on, ${to}::date), interval '1 day') as d(day)
            group by part.worker_id, d.day
          )
          select w.id, w.real_name as name, w.area_id, coalesce((
              select json_agg(json_build_object('day', to_char(p.day, 'YYYY-MM-DD'), 'hours', p.hours, 'tasks', p.tasks) order by p.day)
              from planned p where p.worker_id = w.id), '[]') as days
          from worker w where w.enabled_flag = 1 order by w.real_name, w.id limit ${mostPlannedPeople}`,
      ),
    })),
  )
}
