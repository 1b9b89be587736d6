import type { DeviceView } from './view.ts'

export const inverter: DeviceView = {
  icon: 'inverter',
  curve: 'frequency',
  key: ['state', 'frequency', 'pressure'],
}
