import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'

interface Found {
  name: string
  lot: string
  day: string
  code: string
}
const refusal = (code: string, { name, lot, day, code: document }: Found) =>
  new HttpError(409, code, {
    params: { name: lot ? `${name} ${lot}` : name, date: day, code: document },
  })

/**
 * A count that had the document in its books found what lay there with it: without it the count
 * would say something else. Errors: 409 `stock.counted_since`, with the count and its day.
 */
export async function requireUncounted(tx: Tx, documentId: number): Promise<void> {
  const counted = await row<Found>(
    tx,
    sql`select s.name, g.lot, d.occurred_on as day, d.code from stock_ledger g
      join stock_document_line l on l.tenant_id = g.tenant_id and l.sku_id = g.sku_id
      and l.lot = g.lot and l.booked_ledger_id >= g.id
      join stock_document d on d.tenant_id = l.tenant_id and d.id = l.document_id
      and d.kind = 'inventory_form' and d.audit_status = 2 and d.warehouse_id = g.warehouse_id
      join sku_view s on s.tenant_id = g.tenant_id and s.id = g.sku_id
    where g.document_id = ${documentId} order by d.id desc limit 1`,
  )
  if (counted) throw refusal('stock.counted_since', counted)
}

/**
 * What came by a document may have gone since and been replaced: without it there would have been
 * less than nothing in between, also where there is enough now.
 * Errors: 409 `stock.short_since`, with the day and what went then.
 */
export async function requireEnoughSince(
  tx: Tx,
  warehouse: number,
  documentId: number,
): Promise<void> {
  const short = await row<Found>(
    tx,
    sql`with undone as (
        select g.sku_id, g.lot, min(g.occurred_on) as day, sum(g.quantity) as q
        from stock_ledger g where g.document_id = ${documentId}
        group by g.sku_id, g.lot having sum(g.quantity) > 0),
      days as (
        select u.sku_id, u.lot, u.q, u.day as since, g.occurred_on as day, sum(sum(g.quantity))
          over (partition by u.sku_id, u.lot order by g.occurred_on) as held
        from undone u join stock_ledger g on g.warehouse_id = ${warehouse}
          and g.sku_id = u.sku_id and g.lot = u.lot
        group by u.sku_id, u.lot, u.q, u.day, g.occurred_on)
    select s.name, y.lot, y.day, '' as code from days y join sku_view s on s.id = y.sku_id
    where y.day >= y.since and y.held >= 0 and y.held < y.q and not exists (select 1
      from warehouse h where h.id = ${warehouse} and h.negative_flag = 1)
    order by y.day, s.name limit 1`,
  )
  if (short) throw refusal('stock.short_since', short)
}
