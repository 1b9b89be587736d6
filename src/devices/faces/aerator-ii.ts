import { lazy } from 'react'
import type { DeviceFace } from './face.ts'

/** Its pumps are looked after one by one. */
const Panel = lazy(async () => ({ default: (await import('../PumpList.tsx')).PumpList }))

export const aeratorIi: DeviceFace = {
  icon: 'aerator',
  curve: 'dissolvedOxygen',
  key: ['pump', 'dissolvedOxygen'],
  panel: { title: 'equipment:pumps.title', Panel },
}
