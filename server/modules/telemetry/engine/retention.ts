import { sql } from 'kysely'
import { row, type Database } from '#server/db/database.ts'

/**
 * Takes away values that their tenants keep no longer; answers how many went one by one. Whole
 * months go as they are.
 */
export async function trimTelemetry(db: Database): Promise<number> {
  const trimmed = await db.platform((tx) =>
    row<{ gone: number }>(tx, sql`select furrow_telemetry_trim()::int as gone`),
  )
  return trimmed!.gone
}

const alarmsAtOnce = 5000
/**
 * Takes away alarms that have been over for longer than their tenants keep them, with what was
 * written about them; answers how many.
 */
export async function trimAlarms(db: Database): Promise<number> {
  for (let all = 0; ;) {
    const { gone } = (await db.platform((tx) =>
      row<{ gone: number }>(tx, sql`select furrow_alarm_trim(${alarmsAtOnce})::int as gone`),
    ))!
    all += gone
    if (gone < alarmsAtOnce) return all
  }
}
