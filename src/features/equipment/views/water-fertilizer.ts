import type { DeviceView } from './view.ts'

export const waterFertilizer: DeviceView = {
  icon: 'fertilizer',
  curve: 'ec',
  key: ['running', 'ec', 'ph'],
}
