import { lazy } from 'react'
import type { DeviceView } from './view.ts'

/** Its pumps are looked after one by one. */
const Panel = lazy(async () => ({
  default: (await import('#src/features/command/PumpList.tsx')).PumpList,
}))

export const aeratorIi: DeviceView = {
  icon: 'aerator',
  curve: 'dissolvedOxygen',
  // Its pumps stand beside it with their names and buttons.
  key: ['dissolvedOxygen', 'waterTemperature'],
  panel: {
    title: 'equipment:pumps.title',
    tells: ['pumpOnline', 'pumpFault', 'pumpCurrent'],
    Panel,
  },
}
