import { lazy } from 'react'
import { crop, cropScreen } from '#contract/farm/crop.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const crops = resource(crop, {
  screen: cropScreen,
  list: {
    columns: [
      'name',
      'code',
      'category',
      'family',
      'rotationYears',
      'baseTemperature',
      'upperTemperature',
      'rowSpacing',
      'plantSpacing',
      'yieldPerMu',
      'enabledFlag',
      'description',
    ],
    more: ['family', 'rotationYears', 'rowSpacing', 'plantSpacing', 'yieldPerMu', 'enabledFlag'],
    filters: ['name', 'code', 'category', 'family', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'code'],
    ['category', 'enabledFlag'],
    ['family', 'rotationYears'],
    ['baseTemperature', 'upperTemperature'],
    ['rowSpacing', 'plantSpacing'],
    ['yieldPerMu'],
    ['stages'],
    ['pests'],
    ['intervals'],
    ['picture'],
    ['description'],
  ],
  inputs: { stages: lazy(() => import('#src/pages/farm/crop/StagesEditor.tsx')) },
})
