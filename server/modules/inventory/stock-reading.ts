import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { seenAs } from '#contract/seen.ts'
import { anythingThere, documentLots, type LotThere } from '#contract/inventory/document-calls.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import {
  inputStockTotals,
  lotPlaces,
  stockTotals,
  type StockTotals,
} from '#contract/inventory/stock-calls.ts'
import { inputStock, stockBalance } from '#contract/inventory/stock.ts'
import { foundRows, listRows, type Query } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** One statement, so that count, quantities and worth are of one moment. */
const totalsOf = async (tx: Tx, entity: Entity, query: Query): Promise<StockTotals> =>
  (await row<StockTotals>(
    tx,
    sql`with found as materialized (select t.unit_name, t.quantity, t.value,
      t.in_transit_value ${foundRows(entity, query)}),
      added as (select unit_name, sum(quantity) as quantity, count(*) as lines from found group by unit_name)
    select (select count(*) from found)::int as count, coalesce((select sum(value)
    from found), 0) as value, coalesce((select sum(in_transit_value) from found), 0) as in_transit_value,
      coalesce((select jsonb_agg(jsonb_build_object('unitName', unit_name, 'quantity', quantity)
      order by lines desc, unit_name) from added), '[]') as units`,
  ))!

/** What lies where and how it came there, for whoever may look. */
export function serveStockReading(app: Services): void {
  serve(app, stockTotals, (query, { read, codes }) =>
    read((tx) => totalsOf(tx, seenAs(stockBalance, codes), query)),
  )
  serve(app, inputStockTotals, (query, { read, codes }) =>
    read((tx) => totalsOf(tx, seenAs(inputStock, codes), query)),
  )
  serve(app, documentLots, ({ warehouseId, skuIds }, { read, codes }) => {
    // Whoever writes documents of inputs alone is told of inputs.
    const ofAnything = anythingThere.some((code) => codes.has(code))
    return read((tx) =>
      rows<LotThere>(
        tx,
        sql`select sku_id, nullif(lot, '') as lot, expires_on, quantity from stock_balance_view
          where warehouse_id = ${warehouseId} and sku_id = any(${skuIds.split(',').map(Number)}::bigint[])
            and quantity <> 0 and (${ofAnything} or agricultural_flag = 1)
          order by sku_id, expires_on nulls last, lot`,
      ),
    )
  })
  serve(app, lotPlaces, ({ id }, { read, codes }) =>
    read(async (tx) => {
      await demand(tx, stockLot, id, 'show')
      const { content } = await listRows(tx, seenAs(stockBalance, codes), {
        lotId: String(id),
        size: '0',
      })
      return content as unknown as { id: number; quantity: number }[]
    }),
  )
}
