import type { DeviceView } from './view.ts'

export const gateway: DeviceView = {
  icon: 'gateway',
  curve: 'signal',
  key: ['signal', 'children', 'supplyVoltage'],
}
