import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'
import { invalid, Refusal } from '#server/db/failure.ts'
import { keyRows, type Key } from './balances.ts'

/** The day that it is at the tenant's. */
export const today = async (tx: Tx, tenant: number): Promise<string> =>
  (await row<{ today: string }>(tx, sql`select (now() at time zone time_zone)::date as today from tenant where id = ${tenant}`))!.today

/** Errors: 422 at `occurredOn` for a day that has not come. */
export async function demandPast(tx: Tx, tenant: number, occurredOn: string): Promise<void> {
  const now = await today(tx, tenant)
  if (occurredOn > now) throw invalid({ occurredOn: { code: 'stock.future', params: { date: now } } })
}

interface Later { name: string; lot: string; day: string }
const refusal = (code: string, { name, lot, day }: Later) =>
  new Refusal(409, code, { params: { name: lot ? `${name} ${lot}` : name, date: day }, fields: { occurredOn: { code, params: { name: lot ? `${name} ${lot}` : name, date: day } } }, extra: { date: day } })

/**
 * Nothing is put before what was counted, nor before what moved later: costs that others have seen would change.
 * Documents that were voided do not count. A stocktake posts what it found against its own snapshot, so it may stand before
 * movements that came after its count.
 * Errors: 409 `stock.counted` or `stock.backdated`, with the day.
 */
export async function demandNewest(tx: Tx, warehouse: number, occurredOn: string, keys: readonly Key[], isCount: boolean): Promise<void> {
  const counted = await row<Later>(tx, sql`
    select s.name, k.lot, max(d.occurred_on) as day from ${keyRows(keys)}
      join stock_document_line l on l.sku_id = k.sku_id and l.lot = k.lot join stock_document d on d.tenant_id = l.tenant_id and d.id = l.document_id
      join sku_view s on s.id = k.sku_id
    where d.kind = 'inventory_form' and d.audit_status = 2 and d.warehouse_id = ${warehouse} and d.occurred_on > ${occurredOn}::date
    group by s.name, k.lot order by 3 desc limit 1`)
  if (counted) throw refusal('stock.counted', counted)
  if (isCount) return
  const moved = await row<Later>(tx, sql`
    select s.name, k.lot, max(g.occurred_on) as day from ${keyRows(keys)}
      join stock_ledger g on g.warehouse_id = ${warehouse} and g.sku_id = k.sku_id and g.lot = k.lot and g.occurred_on > ${occurredOn}::date
      join stock_document d on d.tenant_id = g.tenant_id and d.id = g.document_id and d.audit_status <> 4
      join sku_view s on s.id = k.sku_id
    group by s.name, k.lot order by 3 desc limit 1`)
  if (moved) throw refusal('stock.backdated', moved)
}
