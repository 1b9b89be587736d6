import { sql } from 'kysely'
import { findSkus, labelledProduct } from '#contract/inventory/sku-calls.ts'
import { sku } from '#contract/inventory/sku.ts'
import { selection } from '#server/db/columns.ts'
import { rows } from '#server/db/database.ts'
import type { Row } from '#server/db/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

// A label of a product that has combinations names none of them.
const oneOf = <T>(found: T[]): T[] => (found.length === 1 ? found : [])

/**
 * Items by what a scanner reads or a sheet holds: barcode before code before name, the newest of
 * several; a label of ours names its product.
 */
export function findItems(app: Services): void {
  serve(app, findSkus, async ({ keys }, { read }) => {
    const labelled = keys.flatMap((key) => labelledProduct(key) ?? [])
    const wanted = [...new Set(keys.map((key) => key.toLowerCase()))]
    const found = await read((tx) =>
      rows<Row & { name: string; productId: number; code: string | null; barcode: string | null }>(
        tx,
        sql`select ${selection(sku)} from sku_view t
      where t.enabled_flag = 1 and (lower(t.code) = any(${wanted})
      or lower(t.barcode) = any(${wanted}) or lower(t.name) = any(${wanted})
      or t.product_id = any(${labelled}::bigint[])) order by t.id desc`,
      ),
    )
    const items = wanted.flatMap((key) =>
      labelledProduct(key) !== null
        ? oneOf(found.filter(({ productId }) => productId === labelledProduct(key)))
        : ((['barcode', 'code', 'name'] as const).flatMap(
            (field) => found.find((one) => one[field]?.toLowerCase() === key) ?? [],
          )[0] ?? []),
    )
    return [...new Map(items.map((one) => [one.id, one])).values()]
  })
}
