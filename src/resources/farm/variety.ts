import { lazy } from 'react'
import { variety, varietyScreen } from '#contract/farm/crop.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const varieties = resource(variety, {
  screen: varietyScreen,
  list: {
    columns: ['name', 'code', 'cropId', 'growthDays', 'yieldPerMu', 'source', 'enabledFlag'],
    more: ['enabledFlag'],
    filters: ['name', 'cropId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'code'],
    ['cropId', 'source'],
    ['growthDays', 'yieldPerMu'],
    ['stageHeat'],
    ['picture', 'enabledFlag'],
    ['guide'],
  ],
  inputs: { stageHeat: lazy(() => import('#src/pages/farm/crop/StageHeatInput.tsx')) },
  open: { show: 'page' },
})
