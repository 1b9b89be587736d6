import type { DeviceView } from './view.ts'

export const soil: DeviceView = {
  icon: 'tube',
  curve: 'humidity',
  key: ['humidity', 'temperature'],
}
