import { sql } from 'kysely'
import { changed, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { lockBalances, makeBalances, placesOf } from './balances.ts'
import { asSpelt, keepLots } from './lots.ts'
import { requireNewest, isLate } from './posting-date.ts'
import type { Move, Posting } from './move.ts'
import { requireEnough } from './shortage.ts'

const comes = ({ type }: Move) => type === 'in' || type === 'gain'

/**
 * Posts a document's moves: ledger, balances and the cost on its lines, in the caller's transaction
 * (docs/specification.md 8.2: moving
 * average). All arithmetic is PostgreSQL's `numeric`: quantities three decimals, costs six, money
 * two.
 * A gain is worth the average; its own value counts only where nothing lies or no cost is known.
 * Errors: 409 `stock.short`, `stock.counted`, `stock.backdated`, `stock.lot_expiry`.
 */
export async function post(
  tx: Tx,
  {
    documentId,
    warehouseId,
    destinationWarehouseId = null,
    occurredOn,
    moves: handed,
    by,
  }: Posting,
): Promise<void> {
  if (handed.length === 0) return
  const isCount = handed.some(({ type }) => type === 'gain' || type === 'loss')
  await keepLots(tx, handed.filter(comes), by)
  const moves = await asSpelt(tx, handed)
  const missing = moves.filter((move) => !move.isPlaced)
  if (missing.length > 0)
    await makeBalances(tx, placesOf(warehouseId, destinationWarehouseId), missing)
  const onHand = await lockBalances(tx, warehouseId, moves)
  // From here on others wait: what is rarely needed is asked only then.
  const short = moves.filter((move) => !comes(move) && move.quantity > onHand(move.skuId, move.lot))
  if (short.length > 0) await requireEnough(tx, warehouseId, short)
  const given = moves.map(({ lineId, position, skuId, lot, type, quantity, value }) => ({
    line_id: lineId,
    position,
    sku_id: skuId,
    lot,
    type,
    quantity,
    value,
  }))
  // q, v, a: quantity, value and average of the balance; 0 before, 1 after.
  const posted = await changed(
    tx,
    sql`${prepared}
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as m(line_id bigint, position int, sku_id bigint, lot text, type text, quantity numeric(18,
        3), value numeric(18, 2))),
    held as (
      select m.*, b.id as balance_id, b.quantity as q0, b.value as v0, b.average as a0,
        case when m.type in ('in', 'gain') then m.quantity else -m.quantity end as dq,
        case when m.type = 'in' or (m.type = 'gain' and (b.quantity = 0 or b.average is null)) then m.value end as dv
      from given m join stock_balance b on b.warehouse_id = ${warehouseId} and b.sku_id = m.sku_id and b.lot = m.lot
      where not exists (select 1 from given k where ${isLate(warehouseId, occurredOn, isCount)})),
    averaged as (
      select *, q0 + dq as q1, case when dv is null then a0
        -- What was owed, and what lay there at no known cost, is worth what came.
        when q0 < 0 or (q0 > 0 and a0 is null) then round(dv / dq, 6)
        else round((v0 + dv) / (q0 + dq), 6) end as a1
      from held),
    settled as (
      select *, case when q1 = 0 then 0
        when dv is not null and abs(v0 + dv - q1 * a1) <= 0.01 then v0 + dv
        else round(q1 * coalesce(a1, 0), 2) end as v1
      from averaged),
    entered as (
      insert into stock_ledger (document_id, line_id, warehouse_id, sku_id, lot, type, quantity,
      unit_cost, value, balance_quantity, balance_value, occurred_on, created_by)
      select ${documentId}, line_id, ${warehouseId}, sku_id, lot, entry.type, entry.quantity,
      entry.unit_cost, entry.value, q1, entry.balance_value, ${occurredOn}::date, ${by}
      from settled cross join lateral (values
        (1, settled.type, dq, case when dv is null then a0 else round(dv / dq, 6) end, coalesce(dv,
        v1 - v0), v0 + coalesce(dv, v1 - v0)),
        (2, 'revaluation', 0, a1, v1 - v0 - dv, v1)) as entry(turn, type, quantity, unit_cost, value, balance_value)
      where turn = 1 or entry.value <> 0
      order by position, turn),
    costed as (
      update stock_document_line l set unit_cost = case when s.dv is not null then round(s.dv / s.dq, 6) when s.type = 'in' then null else s.a0 end
      from settled s where l.id = s.line_id)
    update stock_balance b set quantity = s.q1, value = s.v1, average = s.a1, last_moved_at = now()
    from settled s where b.id = s.balance_id`,
  )
  if (posted === 0) await requireNewest(tx, warehouseId, occurredOn, moves, isCount)
  if (posted !== moves.length)
    throw new Error(`document ${documentId}: ${posted} of ${moves.length} moves posted`)
}
