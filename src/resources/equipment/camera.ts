import { camera, cameraManagerScreen } from '#contract/equipment/camera.ts'
import { OnlineCell } from '#src/features/equipment/OnlineCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const cameras = resource(camera, {
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
    ],
    more: ['channelNo', 'cameraEnter', 'enabledFlag'],
    filters: ['name', 'deviceSerial', 'cameraType', 'cameraEnter', 'areaId'],
    rowActions: ['show', 'edit', 'transfer', 'delete'],
    bulkActions: ['transferMany', 'deleteMany'],
  },
  cells: { online: OnlineCell },
  form: [
    ['name', 'deviceSerial'],
    ['cameraType', 'cameraEnter'],
    ['areaId', 'landId'],
    ['channelNo', 'enabledFlag'],
    ['description'],
  ],
})
