import { device, deviceManagerScreen } from '#contract/equipment/device.ts'
import { DeviceLink } from '#src/devices/DeviceLink.tsx'
import { resource } from '#src/kit/resource.ts'

export const devices = resource(device, {
  screen: deviceManagerScreen,
  list: {
    columns: ['name', 'deviceType', 'eui', 'areaId', 'landId', 'online', 'lastSeenAt', 'reportMinutes', 'enabledFlag'],
    filters: ['name', 'deviceType', 'eui', 'areaId', 'online'],
    // The name leads to what the device reports, and from there to its record.
    rowActions: ['edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'deviceType'], ['eui', 'reportMinutes'], ['areaId', 'landId'], ['codecId', 'enabledFlag'], ['description']],
  open: { show: 'page' },
  pages: { 'data/:id': () => import('#src/pages/device-data/DeviceDataPage.tsx') },
  cells: { name: DeviceLink },
})
