import type { Definition } from '#src/kit/definition/resource.ts'
import { controlClasses, controlRules, controlRuns, deviceGroups } from './intelligent-control.ts'

export const automation: readonly Definition[] = [
  controlRules,
  controlClasses,
  deviceGroups,
  controlRuns,
]
