import { lazy } from 'react'
import type { DeviceView } from './view.ts'

const Drawing = lazy(async () => ({
  default: (await import('#src/features/command/GateDrawing.tsx')).GateDrawing,
}))

export const valueRegulated: DeviceView = {
  icon: 'gate',
  curve: 'upstreamLevel',
  key: ['opening', 'upstreamLevel', 'downstreamLevel'],
  Drawing,
}
