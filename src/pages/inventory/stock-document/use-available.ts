import { stockBalance } from '#contract/inventory/stock.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

interface Available {
  skuId: number
  lot: string | null
  expiresOn: string | null
  quantity: number
}
const list = recordsCall<Available>(stockBalance)

/** What lies in a warehouse of some items, by lot. Empty for whoever may not look at stock. */
export function useAvailable(
  warehouseId: unknown,
  skuIds: readonly number[],
): readonly Available[] | undefined {
  const ids = [...new Set(skuIds)].sort((a, b) => a - b).join(',')
  const { data } = useCall(
    list,
    { warehouseId: String(warehouseId), skuId: ids, size: 0 },
    {
      enabled: typeof warehouseId === 'number' && ids !== '',
      staleTime: 10_000,
      retry: false,
      placeholderData: (before) => before,
    },
  )
  return data?.content
}
