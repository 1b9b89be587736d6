import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { lockBalances, type Key } from './balances.ts'
import type { Posting } from './move.ts'

/** What a line still has on the road: sent, neither arrived nor written off before. */
const missing = sql`l.quantity - l.done_quantity + coalesce((select sum(g.quantity)
  from stock_ledger g where g.tenant_id = l.tenant_id and g.line_id = l.id and g.type = 'lost'), 0)`

/**
 * Writes off what was sent and will not arrive, where it was sent from: back from the road, and
 * lost, at what is left of
 * its worth. The balance stays; what went by transfer becomes less by what was lost, and the loss
 * is seen. Once more when an
 * arrival is taken back afterwards.
 */
export async function loseOnTheWay(
  tx: Tx,
  { documentId, warehouseId, occurredOn, by }: Omit<Posting, 'moves'>,
): Promise<void> {
  const keys = await rows<Key>(
    tx,
    sql`${prepared}select l.sku_id, l.lot from stock_document_line l
      where l.document_id = ${documentId} and ${missing} > 0`,
  )
  await lockBalances(tx, warehouseId, keys)
  await sql`${prepared}
    with sent as (
      select l.id as line_id, l.position, l.sku_id, l.lot, ${missing} as q, l.unit_cost,
        w.worth - round(w.worth * l.done_quantity / l.quantity, 2)
          + coalesce((select sum(g.value) from stock_ledger g where g.tenant_id = l.tenant_id
            and g.line_id = l.id and g.type = 'lost'), 0) as v
      from stock_document_line l cross join lateral (
        select coalesce(-sum(g.value), 0) as worth from stock_ledger g where g.tenant_id = l.tenant_id
          and g.line_id = l.id and g.type = 'out') w
      where l.document_id = ${documentId} and ${missing} > 0)
    insert into stock_ledger (document_id, line_id, warehouse_id, sku_id, lot, type, quantity,
    unit_cost, value, balance_quantity, balance_value, occurred_on, created_by)
    select ${documentId}, s.line_id, ${warehouseId}, s.sku_id, s.lot, e.type, e.sign * s.q,
    s.unit_cost, e.sign * greatest(s.v, 0), b.quantity + e.rest * s.q,
    b.value + e.rest * greatest(s.v, 0), ${occurredOn}::date, ${by}
    from sent s join stock_balance b on b.warehouse_id = ${warehouseId} and b.sku_id = s.sku_id and b.lot = s.lot
      cross join (values (1, 'back', 1, 1), (2, 'lost', -1, 0)) as e(turn, type, sign, rest)
    order by s.position, e.turn`.execute(tx)
}
