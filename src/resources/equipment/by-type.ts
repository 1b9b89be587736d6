import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { devicesByType, lora } from '#contract/equipment/by-type.ts'
import { AgeCell } from '#src/devices/AgeCell.tsx'
import { CodecInput } from '#src/devices/CodecInput.tsx'
import { ProtocolInput } from '#src/devices/ProtocolInput.tsx'
import { ReadingsAndSwitches } from '#src/devices/DeviceSwitches.tsx'
import { DeviceDialogLink } from '#src/devices/DeviceLink.tsx'
import { connectionPath } from '#src/devices/device-path.ts'
import { groupWord } from '#src/devices/group-words.ts'
import { OnlineCell } from '#src/devices/OnlineCell.tsx'
import { usesNote } from '#src/devices/uses-note.tsx'
import { resource, type AnyResource } from '#src/kit/definition/resource.ts'

/** One list for every device type that has a route of its own; LoRa nodes have two. */
export const equipmentLists: readonly AnyResource[] = [...devicesByType, lora].map(
  ({ entity, screen, type }) =>
    resource(entity, {
      screen,
      list: {
        columns: ['name', 'eui', 'areaId', 'landId', 'online', 'lastSeenAt', 'readings'],
        onPhone: ['landId', 'online', 'readings'],
        filters: ['name', 'eui', 'areaId', 'landId', 'online'],
        rowActions: ['edit', 'transfer', 'delete'],
        bulkActions:
          Object.keys((deviceTypes[type] as DeviceType).actuators ?? {}).length > 0
            ? ['control', 'transferMany', 'deleteMany']
            : ['transferMany', 'deleteMany'],
        bulkWords: { control: groupWord },
        cardView: () => import('#src/devices/DeviceBoard.tsx'),
      },
      form: [
        ['name', 'eui'],
        ['areaId', 'landId'],
        ['reportMinutes', 'enabledFlag'],
        ['iccid', 'latlng'],
        (deviceTypes[type] as DeviceType).protocols ? ['codecId', 'dialect'] : ['codecId'],
        ['fileUrl'],
        ['description'],
      ],
      open: { show: 'page' },
      leadsTo: connectionPath,
      beforeDelete: (rows) => usesNote('device', rows),
      dialogs: { control: () => import('#src/devices/GroupControlDialog.tsx') },
      listOverlay: () => import('#src/pages/device-data/DeviceDialog.tsx'),
      pages: { 'data/:id': () => import('#src/pages/device-data/DeviceDataPage.tsx') },
      inputs: { codecId: CodecInput, dialect: ProtocolInput },
      cells: {
        name: DeviceDialogLink,
        online: OnlineCell,
        lastSeenAt: AgeCell,
        readings: ReadingsAndSwitches,
      },
    }),
)
