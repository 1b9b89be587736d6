import type { Definition } from '#src/kit/definition/resource.ts'
import { alarmContacts, alarmRules, alarmsPage } from './alarm.ts'
import { boards, explorePage } from './board.ts'
import { equipmentLists } from './by-type.ts'
import { calculations } from './calculation.ts'
import { cameras } from './camera.ts'
import { controlLog } from './command.ts'
import { devices, simulatedFarmPage } from './device.ts'
import { controlClasses, controlRules, controlRuns, deviceGroups } from './intelligent-control.ts'
import { loraNetworks, payloadCodecs } from './lora.ts'
import { onlineLog } from './outage.ts'
import { simCards, simPlatforms } from './sim.ts'

export const equipment: readonly Definition[] = [
  boards,
  explorePage,
  calculations,
  ...equipmentLists,
  alarmsPage,
  alarmRules,
  alarmContacts,
  controlRules,
  controlClasses,
  deviceGroups,
  controlRuns,
  controlLog,
  onlineLog,
  devices,
  cameras,
  simCards,
  simPlatforms,
  simulatedFarmPage,
  loraNetworks,
  payloadCodecs,
]
