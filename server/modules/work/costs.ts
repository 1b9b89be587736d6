import { sql } from 'kysely'
import { taskCosts, type TaskCost } from '#contract/work/cost-calls.ts'
import { task } from '#contract/work/task.ts'
import { showRow } from '#server/db/crud.ts'
import { rows } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** What a task cost: its facts, whoever bears them, but for those that were taken back. */
export function serveCosts(app: Services): void {
  serve(app, taskCosts, ({ id }, { read }) =>
    read(async (tx) => {
      if (!(await showRow(tx, task, id))) throw notFound()
      return rows<TaskCost>(
        tx,
        sql`with f as (
            select 'batch' as of, id, kind, title, quantity, unit_name, amount, reverses_id
              from batch_fact where source_kind = 'task' and source_id = ${id}
            union all select 'area', id, kind, title, quantity, unit_name, amount, reverses_id
              from area_fact where source_kind = 'task' and source_id = ${id})
          select f.kind, f.title, f.quantity, f.unit_name, f.amount from f
          where f.reverses_id is null
            and not exists (select 1 from f r where r.of = f.of and r.reverses_id = f.id)
          order by f.kind = 'yield', f.amount desc nulls last, f.id`,
      )
    }),
  )
}
