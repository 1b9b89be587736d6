import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

export interface Unit {
  unitId: number
  ratio: number
  barcode?: string | null
}

/**
 * Errors: 422 at `units` for one that is there twice, is the stock unit itself, or does not exist.
 */
export async function requireUnits(
  tx: Tx,
  units: readonly Unit[],
  stockUnit: number,
): Promise<void> {
  const ids = units.map(({ unitId }) => unitId)
  if (ids.includes(stockUnit)) throw invalidFields({ units: { code: 'product.unit_is_own' } })
  if (new Set(ids).size !== ids.length)
    throw invalidFields({ units: { code: 'product.unit_repeated' } })
  const codes = units.flatMap(({ barcode }) => (barcode ? [barcode.toLowerCase()] : []))
  const value = codes.find((code, at) => codes.indexOf(code) !== at)
  if (value !== undefined)
    throw invalidFields({ units: { code: 'field.repeated', params: { value } } })
  if (ids.length === 0) return
  const { count } = (await row<{ count: number }>(
    tx,
    sql`select count(*) as count from unit where id = any(${ids}::bigint[])`,
  ))!
  if (count !== ids.length) throw invalidFields({ units: { code: 'field.missing_reference' } })
}

/**
 * Makes a product's further units those that are given. What was written in one of them before
 * keeps its own ratio.
 */
export async function keepUnits(tx: Tx, productId: number, units: readonly Unit[]): Promise<void> {
  await sql`delete from product_unit where product_id = ${productId}`.execute(tx)
  if (units.length === 0) return
  await sql`insert into product_unit (product_id, unit_id, position, ratio, barcode)
    select ${productId}, w."unitId", w.ordinality, w."ratio", nullif(w."barcode", '')
    from rows from (jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as ("unitId" bigint,
    "ratio" numeric, "barcode" text)) with ordinality w
    where exists (select 1 from unit u where u.id = w."unitId")`.execute(tx)
}
