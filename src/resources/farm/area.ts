import { lazy } from 'react'
import { area, baseManageScreen } from '#contract/farm/area.ts'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

const baseFit = () => import('#src/features/farm/ground/BaseFit.tsx')

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
    map: 'boundary',
  },
  inputs: {
    acreage: lazy(async () => ({ default: (await baseFit()).BaseAcreage })),
    boundary: lazy(async () => ({ default: (await baseFit()).BaseBoundary })),
  },
  beforeDelete: (rows) => usesNote('area', rows),
  showFooter: lazy(() => import('#src/features/planting/BaseCosts.tsx')),
  form: [
    ['areaName', 'areaCode'],
    ['boundary'],
    ['latlng', 'acreage'],
    ['areaUsage'],
    ['address'],
    ['manager', 'organizationId'],
    ['waterPrice', 'powerPrice'],
    ['enabledFlag'],
    ['description'],
  ],
})
