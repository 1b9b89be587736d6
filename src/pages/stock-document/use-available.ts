import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { pageOf } from '#contract/call.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { call } from '#src/api/call.ts'

interface Available {
  skuId: number
  lot: string | null
  expiresOn: string | null
  quantity: number
}
const list = {
  endpoint: stockBalance.api.list,
  access: { code: stockBalance.permissions.list },
  input: z.object({ warehouseId: z.string(), skuId: z.string(), size: z.int() }),
  answer: pageOf(z.custom<Available>()),
}

/** What lies in a warehouse of some items, by lot. Empty for whoever may not look at stock. */
export function useAvailable(
  warehouseId: unknown,
  skuIds: readonly number[],
): readonly Available[] | undefined {
  const ids = [...new Set(skuIds)].sort((a, b) => a - b).join(',')
  const { data } = useQuery({
    queryKey: ['stockBalance', 'available', warehouseId, ids],
    enabled: typeof warehouseId === 'number' && ids !== '',
    staleTime: 10_000,
    retry: false,
    queryFn: ({ signal }) =>
      call(
        list,
        { warehouseId: String(warehouseId), skuId: ids, size: 0 },
        { quiet: true, signal },
      ),
    placeholderData: (before) => before,
  })
  return data?.content
}
