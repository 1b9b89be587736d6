import { lazy } from 'react'
import { seed, seedScreen } from '#contract/planting/seed.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const seeds = resource(seed, {
  screen: seedScreen,
  list: {
    columns: [
      'seedName',
      'seedEnName',
      'cropId',
      'varietyId',
      'productId',
      'germination',
      'thousandSeedWeight',
      'publicity',
      'publicFlag',
    ],
    more: ['productId', 'thousandSeedWeight', 'publicFlag'],
    marks: ['publicFlag'],
    filters: ['seedName', 'cropId', 'varietyId', 'publicFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  showFooter: lazy(() => import('#src/features/planting/SeedAddress.tsx')),
  form: [
    ['seedName', 'seedEnName'],
    ['cropId', 'varietyId'],
    ['productId'],
    ['corpEnName', 'publicity'],
    ['germination', 'thousandSeedWeight'],
    ['imageUrl'],
    ['publicFlag'],
    ['farmingPractices'],
    ['productAttributes'],
  ],
})
