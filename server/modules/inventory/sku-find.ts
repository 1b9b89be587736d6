import { sql } from 'kysely'
import { findSkus } from '#contract/inventory/sku-calls.ts'
import { itemRead, labelledProduct } from '#contract/inventory/sku-reading.ts'
import type { ProductUnit } from '#contract/inventory/product-unit.ts'
import { sku } from '#contract/inventory/sku.ts'
import { selection } from '#server/db/columns.ts'
import { rows } from '#server/db/database.ts'
import type { Row } from '#server/db/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

type Found = Row & {
  name: string
  productId: number
  combination: string | null
  code: string | null
  barcode: string | null
  units: ProductUnit[]
}
/**
 * Items by what a scanner reads or a sheet holds.
 */
export function findItems(app: Services): void {
  serve(app, findSkus, async ({ keys }, { read }) => {
    const labelled = keys.flatMap((key) => labelledProduct(key) ?? [])
    const wanted = [...new Set(keys.map((key) => key.toLowerCase()))]
    const found = await read((tx) =>
      rows<Found>(
        tx,
        sql`select ${selection(sku)} from sku_view t
      where t.enabled_flag = 1 and (lower(t.code) = any(${wanted})
      or lower(t.barcode) = any(${wanted}) or lower(t.name) = any(${wanted})
      or t.product_id = any(${labelled}::bigint[]) or t.product_id in (select n.product_id
        from product_unit n where lower(n.barcode) = any(${wanted}))) order by t.id desc`,
      ),
    )
    const items = wanted.flatMap((key) => itemRead(found, key) ?? [])
    return [...new Map(items.map((one) => [`${one.id}/${one.scannedUnitId}`, one])).values()]
  })
}
