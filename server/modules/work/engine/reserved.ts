import { sql } from 'kysely'
import type { OnHandLot, ShortGoods } from '#contract/work/task-calls.ts'
import { openTaskStates } from '#contract/work/task-states.ts'
import { rows, type Tx } from '#server/db/database.ts'

/** Whether the last day of a lot `o` is over, by the clock of the farm. */
export const hasEnded = sql`furrow_has_ended(o.expires_on)`

/**
 * What lies in a warehouse and no other begun task will take, lot by lot, those that end first at
 * the head and those that have ended last. `but`: the task that asks.
 */
export const freeLots = (tx: Tx, warehouseId: number, skuIds: readonly number[], but = 0) =>
  rows<OnHandLot>(
    tx,
    sql`select b.sku_id, nullif(b.lot, '') as lot, o.expires_on,
        b.quantity - coalesce(r.quantity, 0) as quantity
      from unnest(${skuIds}::bigint[]) as k(id)
      join stock_balance b on b.warehouse_id = ${warehouseId} and b.sku_id = k.id
      left join furrow_reserved(${warehouseId}, k.id, ${but}) r on r.lot = b.lot
      left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
      where b.quantity > coalesce(r.quantity, 0)
      order by b.sku_id, ${hasEnded}, o.expires_on nulls last, b.lot`,
  )

/**
 * What of its planned goods a task that is not over would not find, in lots that have not ended;
 * nothing of a warehouse that the asker does not see.
 */
export const shortFor = (tx: Tx, id: number) =>
  rows<ShortGoods>(
    tx,
    sql`select m.sku_id, greatest(f.free, 0) as free from task t join warehouse w on w.id = t.warehouse_id
      cross join lateral (select (l.line->>'skuId')::bigint as sku_id, sum((l.line->>'quantity')::numeric) as quantity
        from jsonb_array_elements(t.materials) as l(line) group by 1) m
      cross join lateral (select coalesce(sum(b.quantity - coalesce(r.quantity, 0)), 0) as free from stock_balance b
          left join furrow_reserved(t.warehouse_id, m.sku_id, t.id) r on r.lot = b.lot
          left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
          where b.warehouse_id = t.warehouse_id and b.sku_id = m.sku_id and not ${hasEnded}) f
      where t.id = ${id} and t.state = any(${[...openTaskStates]}::smallint[])
        and f.free < m.quantity order by m.sku_id`,
  )
