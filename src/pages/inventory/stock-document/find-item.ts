import { findSkus } from '#contract/inventory/sku-calls.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fieldState } from '#src/api/field/field.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import type { Item } from './goods.ts'

/** An item by its code or barcode; without a network, of those that were taken along to be counted. */
export async function itemByCode(code: string): Promise<Item | undefined> {
  try {
    const [item] = await fetchCall(findSkus, { keys: [code] })
    return item as unknown as Item | undefined
  } catch (error) {
    if (!isApiError(error) || !error.isUnanswered) throw error
    const text = code.trim().toLowerCase()
    return fieldState().counts?.pack.items.find((one) =>
      [one.code, one.barcode].some((own) => own?.toLowerCase() === text),
    )
  }
}
