import type { DeviceFace } from './face.ts'

export const injection: DeviceFace = {
  icon: 'fertilizer',
  curve: 'ec',
  key: ['running', 'ec', 'ph'],
}
