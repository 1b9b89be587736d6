import type { DeviceFace } from './face.ts'

export const gatewaySoil: DeviceFace = {
  icon: 'soil',
  curve: 'humidity',
  key: ['humidity', 'temperature', 'conductivity'],
}
