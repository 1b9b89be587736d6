import type { DeviceFace } from './face.ts'

export const lorawanGateway: DeviceFace = {
  icon: 'lora',
  curve: 'nodesOnline',
  key: ['nodesOnline', 'uplinks', 'signal'],
}
