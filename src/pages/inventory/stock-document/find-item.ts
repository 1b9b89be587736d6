import { findSkus } from '#contract/inventory/sku-calls.ts'
import { itemRead } from '#contract/inventory/sku-reading.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fieldState } from '#src/api/field/field.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import type { Item } from './goods.ts'

/** An item by what was read; without a network, of those that were taken along to be counted. */
export async function itemByCode(code: string): Promise<Item | undefined> {
  try {
    const [item] = await fetchCall(findSkus, { keys: [code] })
    return item as unknown as Item | undefined
  } catch (error) {
    if (!isApiError(error) || !error.isUnanswered) throw error
    return itemRead(fieldState().counts?.pack.items ?? [], code) ?? undefined
  }
}
