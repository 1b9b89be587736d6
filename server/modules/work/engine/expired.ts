import { sql } from 'kysely'
import type { ExpiredUse, TaskReport } from '#contract/work/task-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'

/**
 * What a report used although its last day was over when it was done: asked about once, as a
 * document asks, and written down. Errors: 409 `task.expired` with the lots.
 */
export async function requireMeantExpired(
  tx: Tx,
  used: TaskReport['used'],
  at: Date,
  accepted: readonly 'expired'[] = [],
): Promise<{ expired?: ExpiredUse[] }> {
  if (!used?.length) return {}
  const expired = await rows<ExpiredUse>(
    tx,
    sql`select distinct s.name, nullif(o.lot, '') as lot, o.expires_on as date
      from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as u("skuId" bigint, lot text)
      join tenant n on n.id = furrow_tenant()
      join stock_lot o on o.sku_id = u."skuId" and lower(o.lot) = lower(coalesce(u.lot, ''))
      join sku_view s on s.id = u."skuId"
      where o.expires_on < (${at}::timestamptz at time zone n.time_zone)::date order by 1, 2`,
  )
  if (expired.length === 0) return {}
  if (accepted.includes('expired')) return { expired }
  const names = expired.slice(0, 3).map(({ name, lot }) => (lot ? `${name} ${lot}` : name))
  throw new HttpError(409, 'task.expired', {
    params: { names: names.join(', ') },
    extra: { expired },
  })
}
