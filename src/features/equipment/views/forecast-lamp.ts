import type { DeviceView } from './view.ts'

/** Every generation of the pest lamps. */
export const forecastLamp: DeviceView = {
  icon: 'lamp',
  curve: 'insects',
  key: ['state', 'insects', 'airTemperature'],
}
