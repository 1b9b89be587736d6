import type { DeviceView } from './view.ts'

export const lorawanNode: DeviceView = {
  icon: 'node',
  curve: 'rssi',
  key: ['relay', 'battery', 'rssi'],
}
