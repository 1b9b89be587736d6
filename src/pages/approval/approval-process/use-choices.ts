import { flowChoices } from '#contract/approval/process-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/** People, roles, departments and places that a flow can name. */
export const useChoices = () => useCall(flowChoices, {}, { staleTime: 30_000 }).data
