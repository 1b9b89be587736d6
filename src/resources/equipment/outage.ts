import { deviceOutage, onlineLogScreen } from '#contract/equipment/outage.ts'
import { OutageDevice } from '#src/devices/OutageDevice.tsx'
import { OutageLength } from '#src/devices/OutageLength.tsx'
import { OutageOngoing } from '#src/devices/OutageOngoing.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const onlineLog = resource(deviceOutage, {
  screen: onlineLogScreen,
  list: {
    columns: [
      'deviceName',
      'eui',
      'areaId',
      'landId',
      'reason',
      'beganAt',
      'endedAt',
      'minutes',
      'ongoing',
    ],
    filters: ['deviceName', 'eui', 'areaId', 'reason', 'beganAt', 'ongoing'],
  },
  cells: { deviceName: OutageDevice, minutes: OutageLength, ongoing: OutageOngoing },
})
