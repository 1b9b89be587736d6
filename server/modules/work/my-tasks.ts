import { sql } from 'kysely'
import {
  myTask,
  myTaskParts,
  myTasks,
  plotLocks,
  taskLots,
  type MyTaskPart,
} from '#contract/work/task-calls.ts'
import { openTaskStates, taskStates } from '#contract/work/task-states.ts'
import { task } from '#contract/work/task.ts'
import { codesOf } from '#contract/call.ts'
import { seenAs } from '#contract/seen.ts'
import { selection } from '#server/db/columns.ts'
import { asPage, pageOf, showRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { locksOn, locksSeen } from '#server/modules/farm/engine/locks.ts'
import { idsOf } from './doses.ts'
import { freeLots, shortFor } from './engine/reserved.ts'
import { optionOf } from './option.ts'
import { workerOf, type TaskRow } from './task-row.ts'

/** Tasks that a worker leads or takes part in; nobody's without one. */
export const isOf = (worker: number | null): Sql =>
  worker === null
    ? sql`false`
    : sql`(t.leader_id = ${worker} or t.participant_ids @> array[${worker}::bigint])`
const open = sql`t.state = any(${[...openTaskStates]}::smallint[])`
const now = sql`(now() at time zone n.time_zone)::date`

/** What belongs to each part of somebody's tasks. */
const partOf = (part: MyTaskPart, worker: number | null, mayClaim: boolean): Sql => {
  const own = isOf(worker)
  switch (part) {
    case 'open':
      return sql`${own} and ${open}`
    case 'overdue':
      return sql`${own} and ${open} and t.ends_on < ${now}`
    case 'today':
      return sql`${own} and ${open} and t.starts_on <= ${now} and t.ends_on >= ${now}`
    case 'coming':
      return sql`${own} and ${open} and t.starts_on > ${now}`
    case 'free':
      return worker !== null && mayClaim ? sql`t.state = ${taskStates.unassigned}` : sql`false`
    case 'waiting':
      return sql`${own} and t.state = ${taskStates.finished}`
    case 'done':
      return sql`${own} and t.state = any(${[taskStates.closed, taskStates.cancelled]}::smallint[])`
  }
}
const source = sql`from task_view t join tenant n on n.id = t.tenant_id`
/** Late and urgent first; what is over, the newest first. */
const order = (part: MyTaskPart) =>
  part === 'done'
    ? sql`order by t.closed_at desc, t.id desc`
    : sql`order by t.ends_on, array_position(array['urgent', 'high', 'normal', 'low'], t.priority), t.id`

async function counted(tx: Tx, worker: number | null, mayClaim: boolean, base: Sql) {
  const found = await row<Record<MyTaskPart, number>>(
    tx,
    sql`select ${sql.join(
      myTaskParts.map(
        (part) =>
          sql`count(*) filter (where ${partOf(part, worker, mayClaim)}) as ${sql.ref(part)}`,
      ),
    )} from task t join tenant n on n.id = t.tenant_id
      where (${isOf(worker)} or t.state = ${taskStates.unassigned}) ${base}`,
  )
  return found!
}

/** A worker's own tasks, and what keeps them off a plot. */
export function serveMyTasks(app: Services): void {
  serve(app, myTasks, ({ part = 'open', areaId, ...q }, { read, actor, codes }) =>
    read(async (tx) => {
      const worker = await workerOf(tx, actor.accountId)
      const mayClaim = (await optionOf(tx)).claimFlag === 1
      const page = pageOf({ page: String(q.page ?? 1), size: String(q.size ?? 20) })
      const base = areaId ? sql`and t.area_id = ${areaId}` : sql``
      const counts = await counted(tx, worker, mayClaim, base)
      const content = await rows<Row>(
        tx,
        sql`select ${selection(seenAs(task, codes), { whole: true })} ${source}
          where ${partOf(part, worker, mayClaim)} ${base} ${order(part)}
          limit ${page.size} offset ${page.offset}`,
      )
      return {
        ...asPage(content, counts[part], page),
        counts,
        isWorker: worker !== null,
        workerId: worker,
      }
    }),
  )
  serve(app, myTask, ({ id }, { read, actor, codes }) =>
    read(async (tx) => {
      const worker = await workerOf(tx, actor.accountId)
      const mayClaim = (await optionOf(tx)).claimFlag === 1
      const isMine = await row(
        tx,
        sql`select 1 from task t join tenant n on n.id = t.tenant_id where t.id = ${id}
          and (${isOf(worker)} or ${partOf('free', worker, mayClaim)})`,
      )
      const found = isMine && (await showRow(tx, seenAs(task, codes), id))
      if (!found) throw notFound()
      return {
        task: found as Row,
        locks: await locksOn(tx, (found as TaskRow).landIds),
        // To whoever may look up what lies in a warehouse.
        short: codesOf(taskLots).some((code) => codes.has(code)) ? await shortFor(tx, id) : [],
        workerId: worker,
      }
    }),
  )
  serve(app, plotLocks, ({ areaId }, { read }) => read((tx) => locksSeen(tx, areaId)))
  serve(app, taskLots, ({ warehouseId, skuIds, taskId }, { read }) =>
    read((tx) => freeLots(tx, warehouseId, idsOf(skuIds), taskId)),
  )
}
