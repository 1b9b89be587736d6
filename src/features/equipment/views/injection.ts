import type { DeviceView } from './view.ts'

export const injection: DeviceView = {
  icon: 'fertilizer',
  curve: 'ec',
  key: ['running', 'ec', 'ph'],
}
