import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { devicesByType, lora } from '#contract/equipment/by-type.ts'
import { AgeCell } from '#src/features/equipment/AgeCell.tsx'
import { CodecInput } from '#src/features/connectivity/CodecInput.tsx'
import { ProtocolInput } from '#src/features/connectivity/ProtocolInput.tsx'
import { ReadingsAndSwitches } from '#src/features/command/DeviceSwitches.tsx'
import { DeviceDialogLink } from '#src/features/equipment/DeviceLink.tsx'
import { connectionPath } from '#src/features/equipment/device-path.ts'
import { groupWord } from '#src/features/command/group-words.ts'
import { OnlineCell } from '#src/features/equipment/OnlineCell.tsx'
import { PlaceCell } from '#src/features/equipment/PlaceCell.tsx'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource, type AnyResource } from '#src/kit/definition/resource.ts'

/** One list for every device type that has a route of its own; LoRa nodes have two. */
export const equipmentLists: readonly AnyResource[] = [...devicesByType, lora].map(
  ({ entity, screen, type }) =>
    resource(entity, {
      screen,
      list: {
        columns: ['name', 'landId', 'online', 'lastSeenAt', 'readings', 'eui', 'areaId'],
        more: ['eui', 'areaId'],
        onPhone: ['landId', 'online', 'readings'],
        filters: ['name', 'eui', 'areaId', 'landId', 'online'],
        rowActions: ['edit', 'transfer', 'delete'],
        bulkActions:
          Object.keys((deviceTypes[type] as DeviceType).actuators ?? {}).length > 0
            ? ['control', 'transferMany', 'deleteMany']
            : ['transferMany', 'deleteMany'],
        bulkWords: { control: groupWord },
        cardView: () => import('#src/features/equipment/DeviceBoard.tsx'),
      },
      form: [
        ['name', 'eui'],
        ['areaId', 'landId'],
        ['reportMinutes', 'enabledFlag'],
        ['iccid', 'latlng'],
        (deviceTypes[type] as DeviceType).protocols ? ['codecId', 'dialect'] : ['codecId'],
        ['cameraId', 'fileUrl'],
        ['description'],
      ],
      open: { show: 'page' },
      leadsTo: connectionPath,
      beforeDelete: (rows) => usesNote('device', rows),
      dialogs: { control: () => import('#src/features/command/GroupControlDialog.tsx') },
      listOverlay: () => import('#src/pages/equipment/device-data/DeviceDialog.tsx'),
      pages: { 'data/:id': () => import('#src/pages/equipment/device-data/DeviceDataPage.tsx') },
      inputs: { codecId: CodecInput, dialect: ProtocolInput },
      cells: {
        name: DeviceDialogLink,
        landId: PlaceCell,
        online: OnlineCell,
        lastSeenAt: AgeCell,
        readings: ReadingsAndSwitches,
      },
    }),
)
