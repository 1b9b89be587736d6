import type { DeviceView } from './view.ts'

export const camera: DeviceView = {
  icon: 'camera',
  curve: 'storageUsed',
  key: ['recording', 'storageUsed', 'light'],
}
