import { sql } from 'kysely'
import { changed, row, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

/** A combination as a product's form knows it. */
export interface Combination {
  combination: string
  code?: string | null
  barcode?: string | null
  retailPrice?: number | null
  vipPrice?: number | null
  costPrice?: number | null
}
const twice = (texts: string[]) => {
  const seen = new Set<string>()
  return texts.find((text) => seen.has(text.toLowerCase()) || !seen.add(text.toLowerCase()))
}
const codesOf = (skus: readonly Combination[]) => skus.flatMap(({ code }) => (code ? [code] : []))

/** Refuses combinations or codes that are there twice, here or at another product. */
export async function requireDistinct(
  tx: Tx,
  skus: readonly Combination[],
  productId: number | null,
): Promise<void> {
  const value = twice(skus.map(({ combination }) => combination)) ?? twice(codesOf(skus))
  if (value !== undefined)
    throw invalidFields({ skus: { code: 'field.repeated', params: { value } } })
  const codes = codesOf(skus).map((code) => code.toLowerCase())
  if (codes.length === 0) return
  const taken = await row<{ code: string; name: string }>(
    tx,
    sql`select s.code, p.name from product_sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where lower(s.code) = any(${codes}::text[]) and s.product_id is distinct from ${productId} limit 1`,
  )
  if (taken)
    throw invalidFields({
      skus: { code: 'product.sku_code_taken', params: { value: taken.code, name: taken.name } },
    })
}

const named = sql`exists (select 1 from stock_document_line l where l.tenant_id = s.tenant_id and l.sku_id = s.id)
  or exists (select 1 from stock_balance b where b.tenant_id = s.tenant_id and b.sku_id = s.id
    and (b.quantity <> 0 or b.last_moved_at is not null))
  or exists (select 1 from stock_ledger g where g.tenant_id = s.tenant_id and g.sku_id = s.id)`

/** Whether a document, a stock or the ledger names anything of a product. */
export const isNamed = async (tx: Tx, productId: number) =>
  (await row(
    tx,
    sql`select 1 from product_sku s where s.product_id = ${productId} and (${named}) limit 1`,
  )) !== null
/** Whether goods of it ever came or went. */
export const hasMoved = async (tx: Tx, productId: number) =>
  (await row(
    tx,
    sql`select 1 from stock_ledger g join product_sku s on s.tenant_id = g.tenant_id
      and s.id = g.sku_id where s.product_id = ${productId} limit 1`,
  )) !== null

/**
 * Makes a product's things those that are given; none given means that it is one thing. A thing
 * keeps its id for as long
 * as its combination is called the same; one that was taken off and is named somewhere stays,
 * marked as dropped.
 */
export async function keepSkus(
  tx: Tx,
  productId: number,
  skus: readonly Combination[],
): Promise<void> {
  const wanted = skus.length ? skus : [{ combination: '' }]
  const kept = wanted.map(({ combination }) => combination.toLowerCase())
  const isOff = sql`s.product_id = ${productId} and lower(s.combination) <> all(${kept}::text[])`
  await changed(tx, sql`delete from product_sku s where ${isOff} and not (${named})`)
  // Codes are free before they are given out anew: two combinations may change theirs over.
  await changed(
    tx,
    sql`update product_sku s set code = null where s.product_id = ${productId}
    and (not (${isOff}) or lower(s.code) = any(${codesOf(skus).map((code) => code.toLowerCase())}::text[]))`,
  )
  await changed(tx, sql`update product_sku s set dropped_flag = 1 where ${isOff}`)
  await sql`insert into product_sku (product_id, combination, position, code, barcode, retail_price,
    vip_price, cost_price)
    select ${productId}, w."combination", w.ordinality, w."code", w."barcode", w."retailPrice",
    w."vipPrice", w."costPrice"
    from rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as ("combination" text, "code" text, "barcode" text, "retailPrice" numeric,
      "vipPrice" numeric, "costPrice" numeric)) with ordinality w
    on conflict (tenant_id, product_id, lower(combination)) do update
    set combination = excluded.combination, position = excluded.position, code = excluded.code,
      barcode = excluded.barcode, retail_price = excluded.retail_price,
      vip_price = excluded.vip_price, cost_price = excluded.cost_price, dropped_flag = 0`.execute(
    tx,
  )
}
