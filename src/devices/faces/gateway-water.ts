import type { DeviceFace } from './face.ts'

export const gatewayWater: DeviceFace = {
  icon: 'water',
  curve: 'dissolvedOxygen',
  key: ['dissolvedOxygen', 'waterTemperature', 'ph'],
}
