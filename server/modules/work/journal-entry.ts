import { sql } from 'kysely'
import { farmLog } from '#contract/journal/farm-log.ts'
import { undoMinutes } from '#contract/work/task-states.ts'
import { row } from '#server/db/database.ts'
import type { OnBehalf, Write } from '#server/http/context.ts'
import { peopleOf, type TaskRow } from './task-row.ts'

const most = {
  pictures: farmLog.fields.content.max!,
  note: farmLog.fields.description.max!,
}

/** Work that was accepted stands in the journal: once a task, as it was reported. */
export async function enterWork(
  task: TaskRow,
  { tx, announce }: Pick<Write, 'tx' | 'announce'>,
  { actor }: Pick<OnBehalf, 'actor'>,
): Promise<void> {
  const pictures = [...new Set([...task.photos, ...task.ownPhotos])].slice(0, most.pictures)
  const people = [...new Set([...peopleOf(task), ...task.hours.map(({ workerId }) => workerId)])]
  const hours = task.hours.reduce((sum, one) => sum + (one.hours ?? 0), 0)
  const used = task.used.map(({ skuId, lot, quantity }) => ({ skuId, lot, quantity }))
  const made = await row<{ id: number }>(
    tx,
    sql`insert into farm_log (origin, done_task_id, log_title, log_level, log_type, content, area_id,
        land_id, land_ids, batch_id, happened_at, description, leader_id, worker_ids, worked_hours,
        harvested_kg, used, created_by, last_updated_by)
      values ('task', ${task.id}, ${task.title}, 'info', ${pictures.length > 0 ? 'image' : 'text'},
        ${pictures}::text[], ${task.areaId}, ${task.landIds.length === 1 ? task.landIds[0] : null},
        ${task.landIds}::bigint[], ${task.batchId}, coalesce(${task.finishedAt}::timestamptz, now()),
        ${(task.reportNote ?? '').slice(0, most.note) || null}, ${task.leaderId}, ${people}::bigint[],
        ${hours || null}, ${task.harvestedKg}, ${JSON.stringify(used)}::jsonb,
        ${actor.accountId}, ${actor.accountId}) returning id`,
  )
  await announce({ resource: farmLog.name, ids: [made!.id], kind: 'created' })
}

/** Taken back at once it is as if it had never stood there; later it stays, and says so. */
export async function withdrawWork(
  task: TaskRow,
  { tx, announce }: Pick<Write, 'tx' | 'announce'>,
  { actor }: Pick<OnBehalf, 'actor'>,
): Promise<void> {
  const which = sql`done_task_id = ${task.id} and undone_flag = 0`
  const gone = await row<{ id: number }>(
    tx,
    sql`delete from farm_log where ${which}
      and ${task.closedAt}::timestamptz > now() - make_interval(mins => ${undoMinutes}) returning id`,
  )
  const marked =
    !gone &&
    (await row<{ id: number }>(
      tx,
      sql`update farm_log set undone_flag = 1, object_version_number = object_version_number + 1,
        last_update_date = now(), last_updated_by = ${actor.accountId} where ${which} returning id`,
    ))
  if (gone) await announce({ resource: farmLog.name, ids: [gone.id], kind: 'deleted' })
  if (marked) await announce({ resource: farmLog.name, ids: [marked.id], kind: 'updated' })
}
