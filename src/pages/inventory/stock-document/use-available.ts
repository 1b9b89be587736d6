import { documentLots, type LotThere } from '#contract/inventory/document-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/** What lies in a warehouse of some items, by lot. */
export function useAvailable(
  warehouseId: unknown,
  skuIds: readonly number[],
): readonly LotThere[] | undefined {
  const ids = [...new Set(skuIds)].sort((a, b) => a - b).join(',')
  const { data } = useCall(
    documentLots,
    { warehouseId: Number(warehouseId), skuIds: ids },
    {
      enabled: typeof warehouseId === 'number' && ids !== '',
      staleTime: 10_000,
      retry: false,
      placeholderData: (before) => before,
    },
  )
  return data
}
