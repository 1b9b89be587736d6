import { sql } from 'kysely'
import type { ActTime } from '#contract/act.ts'
import { row, type Tx } from '#server/db/database.ts'
import { actSince, type Act } from '#server/services/act.ts'

/** When something was done to a task: not before it was somebody's, or was begun. */
export async function actOf(tx: Tx, { id }: { id: number }, told: ActTime): Promise<Act> {
  const bounds =
    told.actedAt === undefined
      ? null
      : await row<{ from: string | null }>(
          tx,
          sql`select greatest(coalesce(assigned_at, creation_date), started_at) as from from task where id = ${id}`,
        )
  return actSince(bounds?.from, 'task.act_early', told)
}
