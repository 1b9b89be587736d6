import type { DeviceFace } from './face.ts'

export const lorawanNode: DeviceFace = {
  icon: 'node',
  curve: 'rssi',
  key: ['relay', 'battery', 'rssi'],
}
