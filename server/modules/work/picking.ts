import { sql } from 'kysely'
import type { PlotLock } from '#contract/farm/plot-lock.ts'
import { row, type Sql, type Tx } from '#server/db/database.ts'
import type { OnBehalf } from '#server/http/context.ts'
import { requireUnlocked } from '#server/modules/farm/engine/locks.ts'
import type { TaskRow } from './task-row.ts'

/** What a waiver writes down: in the task, so that it is asked for once, and in its history. */
interface Free {
  set: Sql
  kept: Readonly<Record<string, unknown>>
}
type Asker = Pick<OnBehalf, 'codes' | 'tenant'>

const freed = (locks: readonly PlotLock[], override: string | undefined, at: Date): Free => ({
  set: locks.some(({ kind }) => kind === 'harvest')
    ? sql`harvest_waived_at = ${at}`
    : sql`harvest_waived_at = harvest_waived_at`,
  kept: locks.length > 0 ? { override, locks } : {},
})

/** When what is reported was picked. */
export const pickedAt = ({ finishedAt }: TaskRow) =>
  finishedAt === null ? new Date() : new Date(finishedAt)

/** Nobody goes where an interval keeps them out, nor begins to pick. Errors: those of `requireUnlocked`. */
export async function requireStartable(
  tx: Tx,
  { landIds, taskTypeId }: TaskRow,
  override: string | undefined,
  at: Date,
  asker: Asker,
): Promise<Free> {
  const picks = await row(
    tx,
    sql`select 1 from task_type where id = ${taskTypeId} and category = 'harvest'`,
  )
  const kinds = picks ? (['reentry', 'harvest'] as const) : (['reentry'] as const)
  return freed(await requireUnlocked(tx, { landIds, kinds, at }, override, asker), override, at)
}

/**
 * Nothing is reported, or accepted, as picked within an interval, whatever kind of task it was:
 * something may have been used since it was begun. Errors: those of `requireUnlocked`.
 */
export async function requirePickable(
  tx: Tx,
  { id, landIds, harvested }: TaskRow,
  override: string | undefined,
  at: Date,
  asker: Asker,
): Promise<Free> {
  if (!harvested) return freed([], override, at)
  const waived = await row<{ waivedAt: string | null }>(
    tx,
    sql`select harvest_waived_at as waived_at from task where id = ${id}`,
  )
  const about = { landIds, kinds: ['harvest'] as const, at, taskId: id, waivedAt: waived!.waivedAt }
  return freed(await requireUnlocked(tx, about, override, asker), override, at)
}
