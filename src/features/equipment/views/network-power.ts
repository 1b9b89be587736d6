import type { DeviceView } from './view.ts'

export const networkPower: DeviceView = {
  icon: 'power',
  curve: 'power',
  key: ['power', 'voltage', 'energy'],
}
