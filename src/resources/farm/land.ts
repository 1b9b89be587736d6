import { lazy } from 'react'
import { land, landScreen } from '#contract/farm/land.ts'
import { resource } from '#src/kit/definition/resource.ts'

const plotFit = () => import('#src/features/farm/ground/PlotFit.tsx')

export const lands = resource(land, {
  screen: landScreen,
  list: {
    columns: [
      'landName',
      'landCode',
      'areaId',
      'landType',
      'acreage',
      'useState',
      'usedBy',
      'boundary',
      'enabledFlag',
    ],
    more: ['boundary', 'enabledFlag'],
    filters: ['landName', 'landCode', 'areaId', 'useState', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
    map: 'boundary',
    mapLayer: () => import('#src/features/equipment/MapDevices.tsx'),
  },
  inputs: {
    acreage: lazy(async () => ({ default: (await plotFit()).PlotAcreage })),
    boundary: lazy(async () => ({ default: (await plotFit()).PlotBoundary })),
  },
  showFooter: lazy(() => import('#src/features/farm/PlotFooter.tsx')),
  form: [
    ['landName', 'landCode'],
    ['areaId', 'landType'],
    ['boundary'],
    ['acreage', 'landCenter'],
    ['parts'],
    ['enabledFlag'],
    ['description'],
  ],
})
