import { sql } from 'kysely'
import type { BatchEvent } from '#contract/planting/batch-calls.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { task, taskScreen } from '#contract/work/task.ts'
import { rows } from '#server/db/database.ts'
import type { BatchFeed } from '#server/services/batch.ts'

/** Tasks for a batch that were reported: when, by whom, with which pictures. */
export const taskEvents: BatchFeed = {
  kind: 'task',
  isFor: (codes) => codes.has(task.permissions.list),
  load: async (tx, { batch, before, most }) => {
    const found = await rows<Omit<BatchEvent, 'kind'>>(
      tx,
      sql`select t.id, t.finished_at as at, t.title, json_build_object('note', t.report_note,
          'pictures', t.photos, 'by', w.real_name) as detail
        from task t left join worker w on w.tenant_id = t.tenant_id and w.id = t.leader_id
        where t.batch_id = ${batch.id} and t.state = any(${[taskStates.finished, taskStates.closed]}::smallint[])
          and ${before === undefined ? sql`true` : sql`t.finished_at < ${before}::timestamptz`}
        order by t.finished_at desc, t.id desc limit ${most}`,
    )
    return found.map((one) => ({
      kind: 'task',
      ...one,
      path: `${taskScreen.route}?open=show&id=${one.id}`,
    }))
  },
}
