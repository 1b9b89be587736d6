import { deviceOutage, onlineLogScreen } from '#contract/telemetry/outage.ts'
import { OutageDevice } from '#src/features/telemetry/OutageDevice.tsx'
import { OutageLength } from '#src/features/telemetry/OutageLength.tsx'
import { OutageOngoing } from '#src/features/telemetry/OutageOngoing.tsx'
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
    more: ['eui', 'ongoing'],
    filters: ['deviceName', 'eui', 'areaId', 'reason', 'beganAt', 'ongoing'],
  },
  cells: { deviceName: OutageDevice, minutes: OutageLength, ongoing: OutageOngoing },
})
