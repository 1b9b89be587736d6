import { sql } from 'kysely'
import { row, type Database } from '#server/db/database.ts'

const everyMs = 6 * 3_600_000

/** Takes away values that their tenants keep no longer; answers how many went one by one. Whole months go as they are. */
export async function trimTelemetry(db: Database): Promise<number> {
  const trimmed = await db.platform((tx) => row<{ gone: number }>(tx, sql`select furrow_telemetry_trim()::int as gone`))
  return trimmed!.gone
}

/** Trims until told to stop. */
export function watchRetention(db: Database): () => Promise<void> {
  let trimming: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => (trimming = trimTelemetry(db).catch(() => undefined)), everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await trimming
  }
}
