import type { DeviceFace } from './face.ts'

export const soil: DeviceFace = {
  icon: 'tube',
  curve: 'humidity',
  key: ['humidity', 'temperature'],
}
