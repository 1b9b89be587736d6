import { lazy } from 'react'
import { plan, planScreen } from '#contract/plan/plan.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const plans = resource(plan, {
  screen: planScreen,
  list: {
    columns: [
      'planName',
      'state',
      'batchId',
      'areaId',
      'packageId',
      'startsOn',
      'endsOn',
      'progress',
      'items',
      'doneItems',
      'lateItems',
      'slipDays',
      'movedDays',
      'leaderId',
      'description',
    ],
    more: ['packageId', 'items', 'doneItems', 'lateItems', 'movedDays', 'leaderId', 'description'],
    marks: ['lateFlag'],
    faults: ['lateFlag'],
    onPhone: ['state', 'batchId', 'endsOn', 'progress', 'lateItems', 'slipDays'],
    filters: [
      'planName',
      'state',
      'lateFlag',
      'areaId',
      'batchId',
      'packageId',
      'leaderId',
      'endsOn',
    ],
    rowActions: ['show', 'release', 'agree', 'replan', 'edit', 'close', 'reopen', 'delete'],
    bulkActions: ['delete'],
    cardView: () => import('#src/pages/plan/RowsGantt.tsx'),
  },
  form: [['batchId', 'packageId'], ['planName'], ['leaderId', 'warehouseId'], ['description']],
  open: { create: 'page', edit: 'page', show: 'page' },
  pages: { 'info/:id': () => import('#src/pages/plan/PlanPage.tsx') },
  leadsTo: ({ id }) => Promise.resolve(`${planScreen.route}/info/${id}`),
  formFooter: lazy(() => import('#src/pages/plan/Ahead.tsx')),
  dialogs: {
    release: () => import('#src/pages/plan/ReleaseDialog.tsx'),
    replan: () => import('#src/pages/plan/ReplanDialog.tsx'),
  },
})
