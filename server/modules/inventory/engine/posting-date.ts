import { sql } from 'kysely'
import { row, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import { keyRows, type Key } from './balances.ts'

/** The day that it is at the tenant's. */
export const today = async (tx: Tx, tenant: number): Promise<string> =>
  (await row<{ today: string }>(
    tx,
    sql`${prepared}select (now() at time zone time_zone)::date as today from tenant where id = ${tenant}`,
  ))!.today

/** Errors: 422 at `occurredOn` for a day that has not come. */
export async function requirePast(tx: Tx, tenant: number, occurredOn: string): Promise<void> {
  const now = await today(tx, tenant)
  if (occurredOn > now)
    throw invalidFields({ occurredOn: { code: 'stock.future', params: { date: now } } })
}

interface Later {
  name: string
  lot: string
  day: string
}
const refusal = (code: string, { name, lot, day }: Later) =>
  new HttpError(409, code, {
    params: { name: lot ? `${name} ${lot}` : name, date: day },
    fields: { occurredOn: { code, params: { name: lot ? `${name} ${lot}` : name, date: day } } },
    extra: { date: day },
  })

/** Approved counts of a warehouse after a day. */
const counts = (warehouse: number, day: string): Sql =>
  sql`d.kind = 'inventory_form' and d.audit_status = 2 and d.warehouse_id = ${warehouse}
    and d.occurred_on > ${day}::date`
/** Movements of `k` in a warehouse after a day; documents that were voided do not count. */
const movements = (
  warehouse: number,
  day: string,
): Sql => sql`stock_ledger g join stock_document d on d.tenant_id = g.tenant_id
  and d.id = g.document_id and d.audit_status <> 4
  where g.warehouse_id = ${warehouse} and g.sku_id = k.sku_id and g.lot = k.lot and g.occurred_on > ${day}::date`

/**
 * Whether the thing and lot of `k` was counted, or moved, after the day. A stocktake posts what it
 * found against its own
 * snapshot, so it may stand before movements that came after its count.
 */
export const isLate = (warehouse: number, day: string, isCount: boolean): Sql => sql`
  exists (select 1 from stock_document d where ${counts(warehouse, day)} and exists (select 1 from stock_document_line l
    where l.tenant_id = d.tenant_id and l.document_id = d.id and l.sku_id = k.sku_id and l.lot = k.lot))
  or (not ${isCount}::boolean and exists (select 1 from ${movements(warehouse, day)}))`

/**
 * Nothing is put before what was counted, nor before what moved later: costs that others have seen
 * would change.
 * Errors: 409 `stock.counted` or `stock.backdated`, with the day.
 */
export async function requireNewest(
  tx: Tx,
  warehouse: number,
  occurredOn: string,
  keys: readonly Key[],
  isCount: boolean,
): Promise<void> {
  const counted = await row<Later>(
    tx,
    sql`
    select s.name, k.lot, max(d.occurred_on) as day from ${keyRows(keys)}
    join stock_document d on ${counts(warehouse, occurredOn)}
      join stock_document_line l on l.tenant_id = d.tenant_id and l.document_id = d.id
      and l.sku_id = k.sku_id and l.lot = k.lot
      join sku_view s on s.id = k.sku_id
    group by s.name, k.lot order by 3 desc limit 1`,
  )
  if (counted) throw refusal('stock.counted', counted)
  if (isCount) return
  const moved = await row<Later>(
    tx,
    sql`
    select s.name, k.lot, m.day from ${keyRows(keys)} cross
    join lateral (select max(g.occurred_on) as day from ${movements(warehouse, occurredOn)}) m
      join sku_view s on s.id = k.sku_id
    where m.day is not null order by m.day desc limit 1`,
  )
  if (moved) throw refusal('stock.backdated', moved)
}
