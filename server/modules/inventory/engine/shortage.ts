import { sql } from 'kysely'
import type { ShortLine } from '#contract/inventory/document-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'

export interface Wanted {
  position: number
  skuId: number
  lot: string
  quantity: number
}

/**
 * Lines that want more than lies there, unless the warehouse may go below nothing. The balances
 * must be locked.
 * Errors: 409 `stock.short`, with every such line, the other lots that lie there, and where else
 * its thing and lot lies.
 */
export async function requireEnough(
  tx: Tx,
  warehouse: number,
  wanted: readonly Wanted[],
): Promise<void> {
  if (wanted.length === 0) return
  const lines = await rows<ShortLine>(
    tx,
    sql`${prepared}
    select w.position, w.sku_id, s.name as sku_name, (select u.name from unit u
    where u.tenant_id = s.tenant_id and u.id = s.unit_id) as unit_name, s.units, nullif(w.lot,
    '') as lot, w.quantity as wanted, b.quantity as available,
      coalesce((select jsonb_agg(jsonb_build_object('warehouseId', e.id, 'warehouseName', e.name,
      'quantity', e.quantity) order by e.quantity desc, e.id) from (
        select h.id, h.name, sum(o.quantity) as quantity from stock_balance o
        join warehouse h on h.tenant_id = o.tenant_id and h.id = o.warehouse_id
        where o.sku_id = w.sku_id and (w.lot = '' or o.lot = w.lot)
        and o.warehouse_id <> ${warehouse} and o.quantity > 0 group by h.id, h.name) e), '[]') as elsewhere,
      coalesce((select jsonb_agg(jsonb_build_object('lot', o.lot, 'expiresOn', t.expires_on,
      'quantity', o.quantity) order by t.expires_on, o.lot)
        from stock_balance o left join stock_lot t on t.tenant_id = o.tenant_id
        and t.sku_id = o.sku_id and lower(t.lot) = lower(o.lot)
        where o.warehouse_id = ${warehouse} and o.sku_id = w.sku_id and o.lot <> w.lot
        and o.lot <> '' and o.quantity > 0), '[]') as other_lots
    from jsonb_to_recordset(${JSON.stringify(wanted.map(({ position, skuId, lot, quantity }) => ({ position, sku_id: skuId, lot, quantity })))}::jsonb)
        as w(position int, sku_id bigint, lot text, quantity numeric)
      join stock_balance b on b.warehouse_id = ${warehouse} and b.sku_id = w.sku_id and b.lot = w.lot
      join sku_view s on s.tenant_id = b.tenant_id and s.id = b.sku_id
    where b.quantity < w.quantity and not exists (select 1 from warehouse h
    where h.id = ${warehouse} and h.negative_flag = 1)
    order by w.position`,
  )
  if (lines.length > 0) {
    throw new HttpError(409, 'stock.short', {
      params: {
        count: lines.length,
        names: lines
          .slice(0, 3)
          .map(({ skuName, lot }) => (lot ? `${skuName} ${lot}` : skuName))
          .join(', '),
      },
      extra: { lines },
    })
  }
}
