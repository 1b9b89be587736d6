import { sql } from 'kysely'
import type { ExpiredUse, TaskReport } from '#contract/work/task-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'

const same = (one: ExpiredUse) => (other: ExpiredUse) =>
  one.name === other.name && one.lot === other.lot
interface Meant {
  /** Said already, by whoever reported it. */
  known?: readonly ExpiredUse[]
  /** That they were used all the same. */
  isMeant: boolean
  /** The sentence of the refusal, where it is not that of a report. */
  refusal?: `task.${string}`
}
/**
 * All lots that a report used although their last day was over at a moment, those that were known
 * among them: asked about once, as a document asks. Errors: 409 `task.expired` with the others.
 */
export async function requireMeantExpired(
  tx: Tx,
  used: TaskReport['used'],
  at: Date,
  { known = [], isMeant, refusal = 'task.expired' }: Meant,
): Promise<ExpiredUse[]> {
  if (!used?.length) return []
  const expired = await rows<ExpiredUse>(
    tx,
    sql`select distinct s.name, nullif(o.lot, '') as lot, o.expires_on as date
      from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as u("skuId" bigint, lot text)
      join tenant n on n.id = furrow_tenant()
      join stock_lot o on o.sku_id = u."skuId" and lower(o.lot) = lower(coalesce(u.lot, ''))
      join sku_view s on s.id = u."skuId"
      where o.expires_on < (${at}::timestamptz at time zone n.time_zone)::date order by 1, 2`,
  )
  const others = expired.filter((one) => !known.some(same(one)))
  if (others.length === 0 || isMeant) return [...known, ...others]
  const names = others.slice(0, 3).map(({ name, lot }) => (lot ? `${name} ${lot}` : name))
  throw new HttpError(409, refusal, {
    params: { names: names.join(', ') },
    extra: { expired: others },
  })
}
/** The same of a report that is accepted, on the day on which its use is booked. */
export const requireMeantSince = (
  tx: Tx,
  { used, expired }: { used: TaskReport['used']; expired: readonly ExpiredUse[] },
  isMeant: boolean,
  refusal?: Meant['refusal'],
) =>
  requireMeantExpired(tx, used, new Date(), {
    known: expired,
    isMeant,
    ...(refusal && { refusal }),
  })
