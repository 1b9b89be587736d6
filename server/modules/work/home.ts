import { sql } from 'kysely'
import { taskNeeds, type TaskNeed, type WaitingItem } from '#contract/home/home-calls.ts'
import { openTaskStates, taskStates } from '#contract/work/task-states.ts'
import { ownTaskList, task } from '#contract/work/task.ts'
import { row, rows } from '#server/db/database.ts'
import type { HomeFeed } from '#server/services/home.ts'
import { isOf } from './my-tasks.ts'
import { workerOf } from './task-row.ts'

interface Due {
  id: number
  title: string
  need: TaskNeed
  endsOn: string
  plots: string | null
  areaName: string
  leader: string | null
  at: string
}
const urgencyOf: Readonly<Record<TaskNeed, number>> = {
  overdue: 3,
  today: 2,
  late: 2,
  accept: 2,
  due: 1,
  assign: 1,
}
/** Whose days say it all. */
const byDay: readonly TaskNeed[] = ['overdue', 'today', 'late', 'due']

/** What somebody has to do today, what is late, and what a manager has to accept, give to somebody or look after. */
export const taskFeed: HomeFeed = {
  kind: 'task',
  isFor: (codes) => codes.has(ownTaskList) || codes.has(task.permissions.list),
  load: async (tx, { actor, codes, base, most }) => {
    const worker = codes.has(ownTaskList) ? await workerOf(tx, actor.accountId) : null
    const accepts = codes.has(task.permissions.adopt)
    const assigns = codes.has(task.permissions.assign)
    const found = sql`select t.id, t.title, t.ends_on, t.area_id, t.land_ids, t.leader_id, t.last_update_date as at,
        case when ${isOf(worker)} and t.state = any(${[...openTaskStates]}::smallint[]) and t.ends_on < d.now then 'overdue'
          when ${isOf(worker)} and t.state = any(${[...openTaskStates]}::smallint[]) and t.starts_on <= d.now then 'today'
          when ${assigns} and t.state = any(${[...openTaskStates]}::smallint[]) and t.ends_on < d.now then 'late'
          when ${accepts} and t.state = ${taskStates.finished} and t.approval_flag = 0 then 'accept'
          when ${assigns} and t.state = ${taskStates.unassigned} then 'assign'
          when ${assigns} and t.state = any(${[...openTaskStates]}::smallint[]) and t.ends_on = d.now then 'due' end as need
      from task t join tenant n on n.id = t.tenant_id
      cross join lateral (select (now() at time zone n.time_zone)::date as now) d
      where t.state = any(${[...openTaskStates, taskStates.finished]}::smallint[])
      ${base ? sql`and t.area_id = ${base}` : sql``}`
    const counted = await row<{ count: number; mine: number }>(
      tx,
      sql`select count(*) as count, count(*) filter (where f.need in ('overdue', 'today')) as mine
        from (${found}) f where f.need is not null`,
    )
    const due = await rows<Due>(
      tx,
      sql`select f.id, f.title, f.need, f.ends_on, f.at, r.area_name, w.real_name as leader,
        (select string_agg(l.land_name, ', ' order by l.id) from land l where l.id = any(f.land_ids)) as plots
        from (${found}) f join area r on r.id = f.area_id left join worker w on w.id = f.leader_id
        where f.need is not null
        order by array_position(${[...taskNeeds]}::text[], f.need), f.ends_on, f.id limit ${most}`,
    )
    return {
      count: counted!.count,
      // One's own and those that one manages stand in lists of their own.
      parts: { mine: counted!.mine, managed: counted!.count - counted!.mine },
      items: due.map(({ id, at, need, title, endsOn, plots, areaName, leader }): WaitingItem => ({
        kind: 'task',
        id,
        at: byDay.includes(need) ? null : at,
        urgency: urgencyOf[need],
        work: { title, need, endsOn, place: plots ?? areaName, leader },
      })),
    }
  },
}
