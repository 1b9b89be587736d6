import type { Definition } from '#src/kit/definition/resource.ts'
import { alarmContacts, alarmRules, alarmsPage } from './alarm.ts'

export const alarm: readonly Definition[] = [alarmsPage, alarmRules, alarmContacts]
