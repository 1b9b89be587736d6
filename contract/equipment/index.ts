import { domain } from '../domain.ts'
import { devicesByType, lora } from './by-type.ts'
import { device, deviceManagerScreen } from './device.ts'

/** Devices as they are registered, by type. */
export const equipment = domain('equipment', {
  entities: [device, ...devicesByType.map(({ entity }) => entity)],
  screens: [...devicesByType.map((one) => one.screen), lora.screen, deviceManagerScreen],
})
