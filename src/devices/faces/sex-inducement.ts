import type { DeviceFace } from './face.ts'

export const sexInducement: DeviceFace = {
  icon: 'lure',
  curve: 'trapped',
  key: ['state', 'trapped', 'airTemperature'],
}
