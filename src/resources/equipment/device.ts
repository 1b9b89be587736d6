import { lazy } from 'react'
import { device, deviceManagerScreen } from '#contract/equipment/device.ts'
import { simulatedFarmScreen } from '#contract/equipment/simulated-farm.ts'
import { AgeCell } from '#src/devices/AgeCell.tsx'
import { CodecInput } from '#src/devices/CodecInput.tsx'
import { ProtocolInput } from '#src/devices/ProtocolInput.tsx'
import { DeviceLink } from '#src/devices/DeviceLink.tsx'
import { KeyReadings } from '#src/devices/KeyReadings.tsx'
import { connectionPath } from '#src/devices/device-path.ts'
import { groupWord } from '#src/devices/group-words.ts'
import { OnlineCell } from '#src/devices/OnlineCell.tsx'
import { usesNote } from '#src/devices/uses-note.tsx'
import { resource, screenPage } from '#src/kit/definition/resource.ts'

export const devices = resource(device, {
  screen: deviceManagerScreen,
  list: {
    columns: [
      'name',
      'deviceType',
      'eui',
      'areaId',
      'landId',
      'online',
      'lastSeenAt',
      'reportMinutes',
      'enabledFlag',
    ],
    onPhone: ['deviceType', 'landId', 'online', 'lastSeenAt'],
    filters: ['name', 'deviceType', 'eui', 'areaId', 'online'],
    // The name leads to what the device reports, and from there to its record.
    rowActions: ['edit', 'transfer', 'delete'],
    bulkActions: ['control', 'transferMany', 'deleteMany'],
    bulkWords: { control: groupWord },
    cardView: () => import('#src/devices/DeviceBoard.tsx'),
  },
  form: [
    ['name', 'deviceType'],
    ['eui', 'reportMinutes'],
    ['areaId', 'landId'],
    ['iccid', 'latlng'],
    ['codecId', 'dialect'],
    ['fileUrl', 'enabledFlag'],
    ['description'],
  ],
  open: { show: 'page' },
  leadsTo: connectionPath,
  listOverlay: () => import('#src/pages/device-data/DeviceDialog.tsx'),
  pages: { 'data/:id': () => import('#src/pages/device-data/DeviceDataPage.tsx') },
  inputs: { codecId: CodecInput, dialect: ProtocolInput },
  formFooter: lazy(() => import('#src/devices/StrangeAttempts.tsx')),
  cells: { name: DeviceLink, online: OnlineCell, lastSeenAt: AgeCell, readings: KeyReadings },
  beforeDelete: (rows) => usesNote('device', rows),
  dialogs: { control: () => import('#src/devices/GroupControlDialog.tsx') },
})

export const simulatedFarmPage = screenPage({
  screen: simulatedFarmScreen,
  page: () => import('#src/pages/simulated-farm/SimulatedFarmPage.tsx'),
})
