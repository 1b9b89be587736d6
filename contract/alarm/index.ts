import { domain } from '../domain.ts'
import { alarmScreen } from './alarm-calls.ts'
import { alarmContact, alarmContactScreen } from './alarm-contact.ts'
import { alarmRule, alarmRuleScreen } from './alarm-rule.ts'

/** Rules that watch what is measured, what they found, and who is told. */
export const alarm = domain('alarm', {
  entities: [alarmRule, alarmContact],
  screens: [alarmScreen, alarmRuleScreen, alarmContactScreen],
})
