import { sql } from 'kysely'
import { plan, planScreen } from '#contract/plan/plan.ts'
import type { BatchPlanned } from '#contract/planting/batch-calls.ts'
import { rows } from '#server/db/database.ts'
import type { BatchPlans } from '#server/services/batch.ts'

/** Plans of batches, for whoever may look at plans. */
export const plansOfBatches: BatchPlans = {
  isFor: (codes) => codes.has(plan.permissions.list),
  load: async (tx, batchIds) => {
    const found = await rows<Omit<BatchPlanned, 'path'> & { batchId: number }>(
      tx,
      sql`select id, batch_id, plan_name as title, starts_on, ends_on, late_flag from plan_view
        where batch_id = any(${batchIds}::bigint[]) order by starts_on, id`,
    )
    const of = new Map<number, BatchPlanned[]>()
    for (const { batchId, ...one } of found)
      of.set(batchId, [
        ...(of.get(batchId) ?? []),
        { ...one, path: `${planScreen.route}/info/${one.id}` },
      ])
    return of
  },
}
