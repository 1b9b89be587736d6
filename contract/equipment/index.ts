import { domain } from '../domain.ts'
import { devicesByType, lora } from './by-type.ts'
import { camera, cameraManagerScreen } from './camera.ts'
import { device, deviceManagerScreen } from './device.ts'

/** Devices as they are registered, by type, and cameras. */
export const equipment = domain('equipment', {
  entities: [camera, device, ...devicesByType.map(({ entity }) => entity)],
  screens: [
    ...devicesByType.map((one) => one.screen),
    lora.screen,
    deviceManagerScreen,
    cameraManagerScreen,
  ],
})
