import { domain } from '../domain.ts'
import { controlLogScreen, deviceCommand } from './command.ts'
import { deviceSwitch } from './switch.ts'

/** What devices are told: orders, switches, strategies, collection. */
export const command = domain('command', {
  entities: [deviceSwitch, deviceCommand],
  screens: [controlLogScreen],
})
