import { ruleDevices, type RuleDevices } from '#contract/automation/control-run.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

const none: RuleDevices = { devices: [], groups: [] }
/** Everything that rules can watch and move. */
export function useRuleDevices(): RuleDevices {
  const { data } = useCall(ruleDevices, {}, { staleTime: 60_000 })
  return data ?? none
}
