import { lazy } from 'react'
import type { DeviceFace } from './face.ts'

const Drawing = lazy(async () => ({ default: (await import('../GateDrawing.tsx')).GateDrawing }))

export const valueRegulated: DeviceFace = {
  icon: 'gate',
  curve: 'upstreamLevel',
  key: ['opening', 'upstreamLevel', 'downstreamLevel'],
  Drawing,
}
