import type { DeviceFace } from './face.ts'

/** Every generation of the pest lamps. */
export const forecastLamp: DeviceFace = {
  icon: 'lamp',
  curve: 'insects',
  key: ['state', 'insects', 'airTemperature'],
}
