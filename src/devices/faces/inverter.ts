import type { DeviceFace } from './face.ts'

export const inverter: DeviceFace = {
  icon: 'inverter',
  curve: 'frequency',
  key: ['state', 'frequency', 'pressure'],
}
