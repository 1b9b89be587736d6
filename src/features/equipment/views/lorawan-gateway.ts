import type { DeviceView } from './view.ts'

export const lorawanGateway: DeviceView = {
  icon: 'lora',
  curve: 'nodesOnline',
  key: ['nodesOnline', 'uplinks', 'signal'],
}
