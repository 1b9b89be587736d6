import type { DeviceView } from './view.ts'

export const gatewaySoil: DeviceView = {
  icon: 'soil',
  curve: 'humidity',
  key: ['humidity', 'temperature', 'conductivity'],
}
