import type { DeviceFace } from './face.ts'

export const electricValve: DeviceFace = {
  icon: 'valve',
  curve: 'flow',
  key: ['open', 'flow', 'pressure'],
}
