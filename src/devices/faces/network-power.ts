import type { DeviceFace } from './face.ts'

export const networkPower: DeviceFace = {
  icon: 'power',
  curve: 'power',
  key: ['power', 'voltage', 'energy'],
}
