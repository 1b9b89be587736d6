import type { DeviceView } from './view.ts'

export const sexInducement: DeviceView = {
  icon: 'lure',
  curve: 'trapped',
  key: ['state', 'trapped', 'airTemperature'],
}
