import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { pumpList } from '#contract/equipment/aerator-calls.ts'
import { call } from '#src/api/call.ts'
import { subscribe } from '#src/api/live.ts'

/** Pumps of a regulator, looked at again whenever it speaks. */
export function usePumps(regulatorId: number) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['pumps', regulatorId],
    queryFn: ({ signal }) => call(pumpList, { regulatorId }, { quiet: true, signal }),
  })
  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: ['pumps', regulatorId] }),
    [client, regulatorId],
  )
  useEffect(
    () =>
      subscribe('device', ({ ids }) => {
        if (ids.length === 0 || ids.includes(regulatorId)) void refresh()
      }),
    [regulatorId, refresh],
  )
  return { ...query, refresh }
}
