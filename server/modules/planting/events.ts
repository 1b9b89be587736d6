import { sql } from 'kysely'
import type { BatchEvent } from '#contract/planting/batch-calls.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'

interface Found {
  id: number
  at: string
  title: string
  detail?: Record<string, unknown>
}
export const older = (at: Sql, before: string | undefined): Sql =>
  before === undefined ? sql`true` : sql`${at} < ${before}::timestamptz`
/** Noon of a day at the tenant's: what happened on a day, and nobody says when. */
export const noonOf = (day: Sql): Sql =>
  sql`((${day} + time '12:00') at time zone (select time_zone from tenant where id = furrow_tenant()))`
/** Events of one kind as a statement finds them, the newest first. */
export async function eventsOf(
  tx: Tx,
  kind: BatchEvent['kind'],
  found: Sql,
  before: string | undefined,
  most: number,
): Promise<BatchEvent[]> {
  const events = await rows<Found>(
    tx,
    sql`select * from (${found}) e where ${older(sql`e.at`, before)}
      order by e.at desc, e.id desc limit ${most}`,
  )
  return events.map((one) => ({ kind, ...one }))
}
