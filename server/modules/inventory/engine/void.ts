import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { lockBalances, type Key } from './balances.ts'
import { requireEnough, type Wanted } from './shortage.ts'
import { requireEnoughSince, requireUncounted } from './void-demands.ts'

interface Posted extends Key {
  warehouseId: number
  position: number
  quantity: number
}

/**
 * Undoes what a document posted, by mirrored rows of the same day at the same value; the average is
 * worked out anew from
 * what is left. Where that would be no average, or nothing is left but money, the difference is a
 * revaluation.
 * Errors: 409 `stock.short` when the goods are gone, `stock.short_since` when they were in between,
 * `stock.counted_since` when a count had them in its books.
 */
export async function unpost(tx: Tx, documentId: number, by: number | null): Promise<void> {
  const posted = await rows<Posted>(
    tx,
    sql`${prepared}
    select g.warehouse_id, g.sku_id, g.lot, l.position, sum(g.quantity) as quantity
    from stock_ledger g join stock_document_line l on l.tenant_id = g.tenant_id and l.id = g.line_id
    where g.document_id = ${documentId} group by g.warehouse_id, g.sku_id, g.lot, l.position order by l.position`,
  )
  const warehouse = posted[0]?.warehouseId
  if (warehouse === undefined) return
  await lockBalances(tx, warehouse, posted)
  await requireEnough(
    tx,
    warehouse,
    posted.filter(({ quantity }) => quantity > 0) satisfies Wanted[],
  )
  await requireEnoughSince(tx, warehouse, documentId)
  await requireUncounted(tx, documentId)
  await sql`${prepared}
    with undone as (
      select g.line_id, min(g.sku_id) as sku_id, min(g.lot) as lot, sum(g.quantity) as q, sum(g.value) as v
      from stock_ledger g where g.document_id = ${documentId} group by g.line_id),
    held as (
      select u.line_id, b.id as balance_id, b.sku_id, b.lot, b.average as a0,
      b.quantity - u.q as q1, b.value - u.v as rest
      from undone u join stock_balance b on b.warehouse_id = ${warehouse} and b.sku_id = u.sku_id and b.lot = u.lot),
    averaged as (
      select *, case when q1 = 0 or a0 is null or rest / q1 < 0 then a0
        -- What is left may be of no known cost, which is not the same as free.
        when rest = 0 and not exists (select 1 from stock_ledger g join stock_document d
          on d.tenant_id = g.tenant_id and d.id = g.document_id and d.audit_status <> 4
          where g.warehouse_id = ${warehouse} and g.sku_id = held.sku_id and g.lot = held.lot
          and g.type in ('in', 'gain') and g.unit_cost is not null) then null
        else round(rest / q1, 6) end as a1 from held),
    settled as (
      select *, case when q1 = 0 then 0 when abs(rest - q1 * coalesce(a1,
      0)) <= 0.01 then rest else round(q1 * coalesce(a1, 0), 2) end as v1 from averaged),
    mirrored as (
      -- What was lost in several goes comes back in one.
      select g.line_id, g.type, -sum(g.quantity) as quantity, min(g.unit_cost) as unit_cost,
      -sum(g.value) as value, max(g.occurred_on) as occurred_on from stock_ledger g
      where g.document_id = ${documentId} group by g.line_id, g.type),
    entries as (
      select m.line_id, 'void' || initcap(m.type) as type, m.quantity, m.unit_cost, m.value,
      m.occurred_on from mirrored m where m.type <> 'revaluation'
      union all
      select s.line_id, 'voidRevaluation', 0, s.a1, s.v1 - s.rest + coalesce(r.value, 0), o.occurred_on
      from settled s join (select line_id, max(occurred_on) as occurred_on from mirrored
      where type <> 'revaluation' group by line_id) o on o.line_id = s.line_id left
      join mirrored r on r.line_id = s.line_id and r.type = 'revaluation'
      where s.v1 - s.rest + coalesce(r.value, 0) <> 0),
    entered as (
      insert into stock_ledger (document_id, line_id, warehouse_id, sku_id, lot, type, quantity,
      unit_cost, value, balance_quantity, balance_value, occurred_on, created_by)
      select ${documentId}, e.line_id, ${warehouse}, s.sku_id, s.lot, e.type, e.quantity, e.unit_cost, e.value, s.q1,
        case when e.type = 'voidRevaluation' then s.v1 else s.v1 - coalesce((select r.value
        from entries r where r.line_id = e.line_id and r.type = 'voidRevaluation'), 0) end, e.occurred_on, ${by}
      from entries e join settled s on s.line_id = e.line_id order by e.line_id, e.type = 'voidRevaluation')
    update stock_balance b set quantity = s.q1, value = s.v1, average = s.a1, last_moved_at = now()
    from settled s where b.id = s.balance_id`.execute(tx)
}
