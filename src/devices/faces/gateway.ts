import type { DeviceFace } from './face.ts'

export const gateway: DeviceFace = {
  icon: 'gateway',
  curve: 'signal',
  key: ['signal', 'children', 'supplyVoltage'],
  isMoved: true,
}
