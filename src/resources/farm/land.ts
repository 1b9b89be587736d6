import { land, landScreen } from '#contract/farm/land.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const lands = resource(land, {
  screen: landScreen,
  list: {
    columns: ['landName', 'landCode', 'areaId', 'landType', 'acreage', 'boundary', 'enabledFlag'],
    more: ['enabledFlag'],
    filters: ['landName', 'landCode', 'areaId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
    map: 'boundary',
    mapLayer: () => import('#src/features/equipment/MapDevices.tsx'),
  },
  form: [
    ['landName', 'landCode'],
    ['areaId', 'landType'],
    ['boundary'],
    ['acreage', 'landCenter'],
    ['enabledFlag'],
    ['description'],
  ],
})
