import { sql } from 'kysely'
import { actDays, actSlackMinutes } from '#contract/work/task-states.ts'
import type { ActTime } from '#contract/work/task-calls.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

const minuteMs = 60_000
const slackMs = actSlackMinutes * minuteMs
const oldestMs = actDays * 24 * 60 * minuteMs

/** When something was done, and what history keeps of both clocks. */
export interface Act {
  at: Date
  /** Nothing, where it is told as it is done. */
  kept: { actedAt?: string; phoneAt?: string; receivedAt?: string }
}

/**
 * The moment of an act that is told later: neither before the task was somebody's, or was begun,
 * nor in the future, nor older than two weeks. Within minutes of a bound it is taken as the bound:
 * clocks are never quite right.
 * Errors: 422 `actedAt`.
 */
export async function actOf(
  tx: Tx,
  { id }: { id: number },
  { actedAt, phoneAt }: ActTime,
): Promise<Act> {
  const now = Date.now()
  if (actedAt === undefined) return { at: new Date(now), kept: {} }
  const bounds = await row<{ from: string | null }>(
    tx,
    sql`select greatest(coalesce(assigned_at, creation_date), started_at) as from from task where id = ${id}`,
  )
  const told = Date.parse(actedAt)
  const from = Date.parse(bounds?.from ?? '') || 0
  const refuse = (code: string) => {
    throw invalidFields({ actedAt: { code } })
  }
  if (told > now + slackMs) refuse('task.act_future')
  if (told < now - oldestMs) refuse('task.act_old')
  if (told < from - slackMs) refuse('task.act_early')
  return {
    at: new Date(Math.min(now, Math.max(from, told))),
    kept: { actedAt, ...(phoneAt && { phoneAt }), receivedAt: new Date(now).toISOString() },
  }
}
