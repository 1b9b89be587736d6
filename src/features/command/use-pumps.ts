import { useCallback } from 'react'
import { pumpList } from '#contract/equipment/aerator-calls.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/** Pumps of a regulator, looked at again whenever it speaks. */
export function usePumps(regulatorId: number) {
  const query = useCall(pumpList, { regulatorId })
  const refresh = useCallback(() => invalidateCall(pumpList, { regulatorId }), [regulatorId])
  return { ...query, refresh }
}
