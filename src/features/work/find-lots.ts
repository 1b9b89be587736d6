import { taskLots, type OnHandLot } from '#contract/work/task-calls.ts'
import { findSkus } from '#contract/inventory/sku-calls.ts'
import { labelledProduct } from '#contract/inventory/sku-reading.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fieldState } from '#src/api/field/field.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'

const isSilent = (error: unknown) => isApiError(error) && error.isUnanswered

/** What of some goods lies in a warehouse and is free for a task; without a network, as it was when it was taken along. */
export async function lotsIn(
  warehouseId: number,
  skuIds: readonly number[],
  taskId: number,
): Promise<readonly OnHandLot[]> {
  try {
    return await fetchCall(taskLots, { warehouseId, skuIds: skuIds.join(','), taskId })
  } catch (error) {
    const { kept } = fieldState()
    if (!kept || !isSilent(error)) throw error
    return kept.pack.lots.filter(
      (lot) => lot.warehouseId === warehouseId && skuIds.includes(lot.skuId),
    )
  }
}

/** Goods by what a scanner read: of those that were taken along, else of all. */
export async function goodsByCode(code: string): Promise<{ id: number; name: string } | null> {
  const text = code.trim().toLowerCase()
  const product = labelledProduct(code)
  const known = fieldState().kept?.pack.goods.find(
    (one) =>
      one.productId === product ||
      [one.barcode, one.code].some((own) => own?.toLowerCase() === text),
  )
  if (known) return known
  const [found] = await fetchCall(findSkus, { keys: [code] })
  return found ? { id: found.id, name: found.name } : null
}
