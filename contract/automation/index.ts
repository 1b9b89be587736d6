import { domain } from '../domain.ts'
import { controlClass, controlClassScreen } from './control-class.ts'
import { controlRule, controlRuleScreen } from './control-rule.ts'
import { controlRun, controlRunScreen } from './control-run.ts'
import { deviceGroup, deviceGroupScreen } from './device-group.ts'

/** Rules that act, the groups that they act on, and their runs. */
export const automation = domain('automation', {
  entities: [controlClass, deviceGroup, controlRule, controlRun],
  screens: [controlRuleScreen, controlClassScreen, deviceGroupScreen, controlRunScreen],
})
