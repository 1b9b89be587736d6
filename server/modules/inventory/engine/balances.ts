import { sql } from 'kysely'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'

export interface Key {
  skuId: number
  lot: string
}

/** The given keys as rows of SQL. */
export const keyRows = (keys: readonly Key[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(keys.map(({ skuId, lot }) => ({ sku_id: skuId, lot })))}::jsonb) as k(sku_id bigint, lot text)`

/**
 * The warehouse, and where the goods are bound for: there they have rows too, to show them on their
 * way.
 */
export const placesOf = (warehouse: number, bound: number | null): number[] =>
  bound === null ? [warehouse] : [warehouse, bound]

/**
 * Whether the thing and lot of `m` has a balance in every one of the warehouses. A balance that is
 * there once stays.
 */
export const isPlaced = (places: readonly number[]): Sql =>
  sql`(select count(*) from stock_balance b where b.warehouse_id = any(${places}::bigint[])
    and b.sku_id = m.sku_id and b.lot = m.lot) = ${places.length}`

/**
 * Makes what balances are missing, in the order in which they are locked, and before any of them
 * is.
 */
export async function makeBalances(
  tx: Tx,
  places: readonly number[],
  keys: readonly Key[],
): Promise<void> {
  await sql`${prepared}insert into stock_balance (warehouse_id, sku_id, lot)
    select w.id, k.sku_id, k.lot from unnest(${places}::bigint[]) as w(id) cross join ${keyRows(keys)}
    order by w.id, k.sku_id, k.lot on conflict (tenant_id, warehouse_id, sku_id, lot) do nothing`.execute(
    tx,
  )
}

/**
 * Locks balances, always in the order of thing and lot: of two transactions that want the same, one
 * waits for the other,
 * and never each for the other. Answers what lies there.
 */
export async function lockBalances(
  tx: Tx,
  warehouse: number,
  keys: readonly Key[],
): Promise<(sku: number, lot: string) => number> {
  const held = await rows<{ skuId: number; lot: string; quantity: number }>(
    tx,
    sql`${prepared}select b.sku_id, b.lot, b.quantity from stock_balance b
      join ${keyRows(keys)} on b.sku_id = k.sku_id and b.lot = k.lot where b.warehouse_id = ${warehouse}
    order by b.sku_id, b.lot for update of b`,
  )
  const known = new Map(held.map(({ skuId, lot, quantity }) => [`${skuId}/${lot}`, quantity]))
  return (sku, lot) => known.get(`${sku}/${lot}`) ?? 0
}
