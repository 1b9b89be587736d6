import { lazy } from 'react'
import { planPackage, planPackageScreen } from '#contract/plan/plan-package.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const packages = resource(planPackage, {
  screen: planPackageScreen,
  list: {
    columns: ['packageName', 'cropId', 'stepCount', 'totalDays', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['packageName', 'cropId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'copy', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['packageName', 'cropId'],
    ['steps'],
    ['inputs'],
    ['machines'],
    ['enabledFlag'],
    ['description'],
  ],
  inputs: {
    steps: lazy(() => import('#src/pages/plan/package/StepsEditor.tsx')),
    inputs: lazy(() => import('#src/pages/plan/package/UsesEditor.tsx')),
    machines: lazy(() => import('#src/pages/plan/package/UsesEditor.tsx')),
  },
  open: { create: 'page', edit: 'page', show: 'page' },
})
