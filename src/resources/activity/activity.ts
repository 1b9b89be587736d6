import { lazy } from 'react'
import { activity, activityScreen } from '#contract/activity/activity.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const activityList = resource(activity, {
  screen: activityScreen,
  list: {
    columns: [
      'activityName',
      'state',
      'startsAt',
      'endsAt',
      'areaId',
      'address',
      'landId',
      'managerId',
      'joined',
      'capacity',
      'signedIn',
      'mineFlag',
    ],
    more: ['endsAt', 'landId', 'capacity', 'signedIn', 'managerId', 'mineFlag'],
    onPhone: ['state', 'startsAt', 'address', 'joined'],
    marks: ['mineFlag'],
    filters: ['activityName', 'state', 'areaId', 'mineFlag', 'startsAt', 'managerId'],
    rowActions: ['show', 'publish', 'edit', 'cancel', 'delete'],
    bulkActions: ['delete'],
  },
  pages: { 'sign/:id/:code': () => import('#src/pages/activity/SignInPage.tsx') },
  showFooter: lazy(() => import('#src/pages/activity/ActivityPeople.tsx')),
  form: [
    ['activityName', 'managerId'],
    ['startsAt', 'endsAt'],
    ['areaId', 'landId'],
    ['address', 'capacity'],
    ['cover'],
    ['description'],
  ],
})
