import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { seenAs } from '#contract/seen.ts'
import { inputStockTotals, stockTotals, type StockTotals } from '#contract/inventory/stock-calls.ts'
import { inputStock, stockBalance } from '#contract/inventory/stock.ts'
import { foundRows, type Query } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
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
}
