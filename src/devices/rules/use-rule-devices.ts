import { useQuery } from '@tanstack/react-query'
import { ruleDevices, type RuleDevices } from '#contract/equipment/control-run.ts'
import { call } from '#src/api/call.ts'

const none: RuleDevices = { devices: [], groups: [] }
/** Everything that rules can watch and move. */
export function useRuleDevices(): RuleDevices {
  const { data } = useQuery({
    queryKey: ['ruleDevices'],
    queryFn: ({ signal }) => call(ruleDevices, {}, { quiet: true, signal }),
    staleTime: 60_000,
  })
  return data ?? none
}
