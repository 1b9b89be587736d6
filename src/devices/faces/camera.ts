import type { DeviceFace } from './face.ts'

export const camera: DeviceFace = {
  icon: 'camera',
  curve: 'storageUsed',
  key: ['recording', 'storageUsed', 'light'],
}
