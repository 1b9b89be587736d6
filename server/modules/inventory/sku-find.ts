import { sql } from 'kysely'
import { findSkus, labelledProduct, labelledUnit } from '#contract/inventory/sku-calls.ts'
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
  code: string | null
  barcode: string | null
  units: ProductUnit[]
}
// A label of a product that has combinations names none of them.
const oneOf = <T>(found: T[]): T[] => (found.length === 1 ? found : [])

/**
 * Items by what a scanner reads or a sheet holds: barcode, its own or that of a further unit,
 * before code before name, the newest of several; a label of ours names its product, and the unit
 * that it is of.
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
    const by = (field: 'barcode' | 'code' | 'name', key: string) =>
      found.filter((one) => one[field]?.toLowerCase() === key).slice(0, 1)
    const unitOf = ({ units }: Found, key: string) =>
      units.find((one) => one.barcode?.toLowerCase() === key)?.unitId ?? null
    const items = wanted.flatMap((key) => {
      const product = labelledProduct(key)
      if (product !== null)
        return oneOf(found.filter(({ productId }) => productId === product)).map((one) => ({
          ...one,
          scannedUnitId:
            one.units.find(({ unitId }) => unitId === labelledUnit(key))?.unitId ?? null,
        }))
      const [own] = by('barcode', key)
      const packed = own ? [] : oneOf(found.filter((one) => unitOf(one, key) !== null))
      if (packed[0]) return [{ ...packed[0], scannedUnitId: unitOf(packed[0], key) }]
      const first = own ?? by('code', key)[0] ?? by('name', key)[0]
      return first ? [{ ...first, scannedUnitId: null }] : []
    })
    return [...new Map(items.map((one) => [`${one.id}/${one.scannedUnitId}`, one])).values()]
  })
}
