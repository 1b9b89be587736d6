import { sql } from 'kysely'
import { inStockUnit, type ProductUnit } from '#contract/inventory/product-unit.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import type { DocumentLine } from './document-goods.ts'

interface Thing {
  id: number
  name: string
  unitId: number
  units: ProductUnit[]
}
const most = 9_999_999
const mostPrice = 99_999_999
const fault = (code: string, params: Record<string, string | number>) =>
  invalidFields({ goods: { code, params } })

/**
 * Lines as the stock knows them: what was written in another unit of the product is worked out in
 * its stock unit, and kept
 * beside it as it was written. Errors: 422 at `goods` for a unit that the product does not have,
 * and for what is no exact quantity.
 */
export async function inStockUnits(
  tx: Tx,
  goods: readonly DocumentLine[],
): Promise<DocumentLine[]> {
  const skus = [...new Set(goods.flatMap(({ skuId, unitId }) => (unitId ? [skuId] : [])))]
  const found =
    skus.length > 0
      ? await rows<Thing>(
          tx,
          sql`${prepared}select s.id, s.name, s.unit_id, s.units from sku_view s where s.id = any(${skus}::bigint[])`,
        )
      : []
  const things = new Map(found.map((thing) => [thing.id, thing]))
  return goods.map((good) => {
    const { unitId, unitQuantity, unitPrice, ...own } = good
    const bare = { ...own, unitId: null, unitRatio: null, unitQuantity: null, unitPrice: null }
    const thing = unitId ? things.get(good.skuId) : undefined
    if (!unitId || !thing) return bare
    if (unitId === thing.unitId)
      return {
        ...bare,
        quantity: unitQuantity ?? own.quantity!,
        price: unitPrice ?? own.price ?? null,
      }
    const unit = thing.units.find((one) => one.unitId === unitId)
    if (!unit) throw fault('document.unit_unknown', { name: thing.name })
    if (unitQuantity === null || unitQuantity === undefined)
      throw fault('document.unit_quantity', { name: thing.name, unit: unit.unitIdName })
    const quantity = inStockUnit(unitQuantity, unit.ratio)
    if (quantity === null || quantity <= 0)
      throw fault('document.unit_inexact', {
        name: thing.name,
        quantity: unitQuantity,
        unit: unit.unitIdName,
        ratio: unit.ratio,
      })
    const price =
      unitPrice === null || unitPrice === undefined
        ? null
        : Math.round((unitPrice / unit.ratio) * 10_000) / 10_000
    if (quantity > most || (price ?? 0) > mostPrice)
      throw fault('document.amount', { name: thing.name })
    return {
      ...own,
      quantity,
      price,
      unitId,
      unitRatio: unit.ratio,
      unitQuantity,
      unitPrice: unitPrice ?? null,
    }
  })
}
