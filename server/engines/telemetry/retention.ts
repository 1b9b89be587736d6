import { sql } from 'kysely'
import { row, type Database } from '#server/db/database.ts'

const everyMs = 6 * 3_600_000

/** Takes away values that their tenants keep no longer; answers how many went one by one. Whole months go as they are. */
export async function trimTelemetry(db: Database): Promise<number> {
  const trimmed = await db.platform((tx) => row<{ gone: number }>(tx, sql`select furrow_telemetry_trim()::int as gone`))
  return trimmed!.gone
}

const alarmsAtOnce = 5000
/** Takes away alarms that have been over for longer than their tenants keep them, with what was written about them; answers how many. */
export async function trimAlarms(db: Database): Promise<number> {
  for (let all = 0; ; ) {
    const { gone } = (await db.platform((tx) => row<{ gone: number }>(tx, sql`select furrow_alarm_trim(${alarmsAtOnce})::int as gone`)))!
    all += gone
    if (gone < alarmsAtOnce) return all
  }
}

/** Trims until told to stop. */
export function watchRetention(db: Database): () => Promise<void> {
  let trimming: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    trimming = Promise.allSettled([trimTelemetry(db), trimAlarms(db)])
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await trimming
  }
}
