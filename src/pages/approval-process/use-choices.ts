import { useQuery } from '@tanstack/react-query'
import { flowChoices } from '#contract/approval/process-calls.ts'
import { call } from '#src/api/call.ts'

/** People, roles, departments and places that a flow can name. */
export const useChoices = () =>
  useQuery({
    queryKey: ['flow-choices'],
    staleTime: 30_000,
    queryFn: ({ signal }) => call(flowChoices, {}, { quiet: true, signal }),
  }).data
