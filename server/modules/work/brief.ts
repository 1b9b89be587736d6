import { sql } from 'kysely'
import { openTaskStates, taskStates } from '#contract/work/task-states.ts'
import { ownTaskList, task } from '#contract/work/task.ts'
import { rows } from '#server/db/database.ts'
import { byBase, type BriefSource } from '#server/services/brief.ts'
import { isOf } from './my-tasks.ts'
import { workerOf } from './task-row.ts'

const open = [...openTaskStates]

/** What is to be done today, late, or to be accepted; of somebody who manages no tasks, their own. */
export const taskBrief: BriefSource = {
  kind: 'task',
  isFor: (codes) => codes.has(ownTaskList) || codes.has(task.permissions.list),
  load: async (tx, { actor, codes, base }) => {
    const own = !codes.has(task.permissions.list)
    const worker = own ? await workerOf(tx, actor.accountId) : null
    if (own && worker === null) return new Map()
    const found = await rows<{ areaId: number; today: number; late: number; accept: number }>(
      tx,
      sql`select r.id as area_id,
          count(t.id) filter (where t.state = any(${open}::smallint[]) and t.starts_on <= d.now and t.ends_on >= d.now) as today,
          count(t.id) filter (where t.state = any(${open}::smallint[]) and t.ends_on < d.now) as late,
          count(t.id) filter (where ${!own} and t.state = ${taskStates.finished} and t.approval_flag = 0) as accept
        from area r join tenant n on n.id = r.tenant_id
          cross join lateral (select (now() at time zone n.time_zone)::date as now) d
          left join task t on t.area_id = r.id and t.state = any(${[...open, taskStates.finished]}::smallint[])
            ${own ? sql`and ${isOf(worker)}` : sql``}
        ${base ? sql`where r.id = ${base}` : sql``} group by r.id`,
    )
    return byBase(found, (one) => ({ kind: 'task', own, ...one }))
  },
}
