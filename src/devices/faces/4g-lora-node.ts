import type { DeviceFace } from './face.ts'

export const lora4gNode: DeviceFace = {
  icon: 'node',
  curve: 'pressure',
  key: ['relay', 'pressure', 'signal'],
  isMoved: true,
}
