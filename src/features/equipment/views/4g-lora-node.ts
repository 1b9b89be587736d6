import type { DeviceView } from './view.ts'

export const lora4gNode: DeviceView = {
  icon: 'node',
  curve: 'pressure',
  key: ['relay', 'pressure', 'signal'],
}
