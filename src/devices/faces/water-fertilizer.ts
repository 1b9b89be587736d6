import type { DeviceFace } from './face.ts'

export const waterFertilizer: DeviceFace = {
  icon: 'fertilizer',
  curve: 'ec',
  key: ['running', 'ec', 'ph'],
}
