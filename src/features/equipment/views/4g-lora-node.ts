import type { DeviceView } from './view.ts'

export const lora4gNode: DeviceView = {
  icon: 'node',
  curve: 'pressure',
  // Its relays are told by the buttons of those that have a name.
  key: ['pressure', 'flow', 'signal'],
}
