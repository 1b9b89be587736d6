import { lazy } from 'react'
import { device, deviceManagerScreen } from '#contract/equipment/device.ts'
import { AgeCell } from '#src/features/equipment/AgeCell.tsx'
import { CodecInput } from '#src/features/connectivity/CodecInput.tsx'
import { ProtocolInput } from '#src/features/connectivity/ProtocolInput.tsx'
import { DeviceLink } from '#src/features/equipment/DeviceLink.tsx'
import { ReadingsAndSwitches } from '#src/features/command/DeviceSwitches.tsx'
import { connectionPath } from '#src/features/equipment/device-path.ts'
import { groupWord } from '#src/features/command/group-words.ts'
import { OnlineCell } from '#src/features/equipment/OnlineCell.tsx'
import { PlaceCell } from '#src/features/equipment/PlaceCell.tsx'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const devices = resource(device, {
  screen: deviceManagerScreen,
  list: {
    columns: [
      'name',
      'deviceType',
      'landId',
      'online',
      'lastSeenAt',
      'readings',
      'eui',
      'areaId',
      'reportMinutes',
      'enabledFlag',
    ],
    more: ['eui', 'areaId', 'reportMinutes', 'enabledFlag'],
    onPhone: ['deviceType', 'landId', 'online', 'lastSeenAt', 'readings'],
    filters: ['name', 'deviceType', 'eui', 'areaId', 'online'],
    // The name leads to what the device reports, and from there to its record.
    rowActions: ['edit', 'transfer', 'delete'],
    bulkActions: ['control', 'transferMany', 'deleteMany'],
    bulkWords: { control: groupWord },
    cardView: () => import('#src/features/equipment/DeviceBoard.tsx'),
  },
  form: [
    ['name', 'deviceType'],
    ['eui', 'reportMinutes'],
    ['areaId', 'landId'],
    ['iccid', 'latlng'],
    ['codecId', 'dialect'],
    ['cameraId', 'enabledFlag'],
    ['fileUrl'],
    ['description'],
  ],
  open: { show: 'page' },
  leadsTo: connectionPath,
  elsewhere: () => import('#src/features/equipment/DeviceElsewhere.tsx'),
  listOverlay: () => import('#src/pages/equipment/device-data/DeviceDialog.tsx'),
  pages: { 'data/:id': () => import('#src/pages/equipment/device-data/DeviceDataPage.tsx') },
  inputs: { codecId: CodecInput, dialect: ProtocolInput },
  formFooter: lazy(() => import('#src/features/equipment/StrangeAttempts.tsx')),
  cells: {
    name: DeviceLink,
    landId: PlaceCell,
    online: OnlineCell,
    lastSeenAt: AgeCell,
    readings: ReadingsAndSwitches,
  },
  beforeDelete: (rows) => usesNote('device', rows),
  dialogs: { control: () => import('#src/features/command/GroupControlDialog.tsx') },
})
