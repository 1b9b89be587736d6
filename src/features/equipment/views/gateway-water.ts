import type { DeviceView } from './view.ts'

export const gatewayWater: DeviceView = {
  icon: 'water',
  curve: 'dissolvedOxygen',
  key: ['dissolvedOxygen', 'waterTemperature', 'ph'],
}
