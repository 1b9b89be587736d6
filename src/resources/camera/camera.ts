import { lazy } from 'react'
import { camera, cameraManagerScreen, cameraScreen } from '#contract/camera/camera.ts'
import { OnlineCell } from '#src/features/equipment/OnlineCell.tsx'
import { beginEarly } from '#src/features/camera/begin-early.ts'
import { CameraCell } from '#src/features/camera/CameraCell.tsx'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

const form = [
  ['name', 'deviceSerial'],
  ['cameraType', 'cameraEnter'],
  ['areaId', 'landId'],
  ['platformId', 'channelNo'],
  ['streamName'],
  ['streamAddress'],
  ['hdAddress'],
  ['whepAddress'],
  ['accountName', 'transcodeFlag'],
  ['recordMode', 'recordDays'],
  ['recordFrom', 'recordTo'],
  ['recordBefore', 'recordGigabytes'],
  ['recordClarity'],
  ['eventsFlag'],
  ['enabledFlag'],
  ['description'],
] as const
const dialogs = {
  watch: () => import('#src/pages/camera/WatchDialog.tsx'),
  connect: () => import('#src/pages/camera/SecretDialog.tsx'),
  bind: () => import('#src/pages/camera/BindDialog.tsx'),
  share: () => import('#src/pages/camera/ShareDialog.tsx'),
}
const begins = { watch: ({ id }: { id: number }) => beginEarly(id) }
/** ONVIF cameras of the network are found while one is entered. */
const inputs = {
  streamAddress: lazy(() => import('#src/features/camera/StreamAddressInput.tsx')),
  eventsFlag: lazy(() => import('#src/features/camera/EventsInput.tsx')),
}
/** What its box says of itself, and rules for events that nobody is told of. */
const showFooter = lazy(() => import('#src/features/camera/CameraFooter.tsx'))
const filters = ['name', 'deviceSerial', 'cameraType', 'cameraEnter', 'areaId'] as const

/** As those who run the farm look at them. */
export const cameras = resource(camera, {
  screen: cameraScreen,
  list: {
    columns: [
      'name',
      'areaId',
      'landId',
      'cameraType',
      'online',
      'enabledFlag',
      'shared',
      'deviceSerial',
    ],
    more: ['deviceSerial', 'enabledFlag', 'shared'],
    filters: [...filters],
    isVerbOnCard: true,
    rowActions: ['watch', 'share', 'show', 'edit', 'transfer', 'delete'],
  },
  cells: { online: OnlineCell, name: CameraCell },
  form,
  inputs,
  dialogs,
  begins,
  showFooter,
  beforeDelete: (rows) => usesNote('camera', rows),
})
/** As those who keep them do. */
export const managedCameras = resource(camera, {
  screen: cameraManagerScreen,
  list: {
    columns: [
      'name',
      'deviceSerial',
      'channelNo',
      'cameraType',
      'cameraEnter',
      'areaId',
      'landId',
      'online',
      'enabledFlag',
      'shared',
    ],
    more: ['channelNo', 'enabledFlag', 'shared'],
    filters: [...filters],
    isVerbOnCard: true,
    rowActions: ['watch', 'share', 'show', 'edit', 'connect', 'bind', 'transfer', 'delete'],
    bulkActions: ['transferMany', 'deleteMany'],
  },
  cells: { online: OnlineCell },
  form,
  inputs,
  dialogs,
  begins,
  showFooter,
  beforeDelete: (rows) => usesNote('camera', rows),
})
