import type { DeviceView } from './view.ts'

export const electricValve: DeviceView = {
  icon: 'valve',
  curve: 'flow',
  key: ['open', 'flow', 'pressure'],
}
