import { area, baseManageScreen } from '#contract/farm/area.ts'
import { usesNote } from '#src/features/platform/uses-note.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const areas = resource(area, {
  screen: baseManageScreen,
  list: {
    columns: [
      'areaName',
      'areaCode',
      'acreage',
      'manager',
      'address',
      'defaultFlag',
      'enabledFlag',
    ],
    more: ['defaultFlag', 'enabledFlag'],
    marks: ['defaultFlag'],
    filters: ['areaName', 'areaCode', 'areaUsage', 'enabledFlag'],
    rowActions: ['show', 'edit', 'setDefault', 'delete'],
    bulkActions: ['delete'],
  },
  beforeDelete: (rows) => usesNote('area', rows),
  form: [
    ['areaName', 'areaCode'],
    ['latlng', 'acreage'],
    ['areaUsage'],
    ['address'],
    ['manager', 'organizationId'],
    ['waterPrice', 'powerPrice'],
    ['enabledFlag'],
    ['description'],
  ],
})
