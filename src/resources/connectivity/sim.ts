import { simCard, simPlatform, simPlatformScreen, simScreen } from '#contract/connectivity/sim.ts'
import { SimDevice, SimLink, SimState, SimWarning } from '#src/features/connectivity/SimCells.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const simCards = resource(simCard, {
  screen: simScreen,
  list: {
    columns: [
      'iccid',
      'carrier',
      'state',
      'usedMb',
      'quotaMb',
      'expiresOn',
      'warning',
      'deviceName',
      'poolName',
    ],
    more: ['poolName'],
    filters: ['iccid', 'carrier', 'state', 'warning', 'deviceName', 'poolName', 'platformId'],
    rowActions: ['edit', 'delete'],
    bulkActions: ['delete'],
    above: () => import('#src/pages/connectivity/sim/SimSummary.tsx'),
  },
  form: [
    ['iccid', 'msisdn'],
    ['carrier', 'state'],
    ['platformId', 'poolName'],
    ['quotaMb', 'usedMb'],
    ['expiresOn'],
    ['description'],
  ],
  leadsTo: ({ id }) => Promise.resolve(`${simScreen.route}/info/${id}`),
  pages: { 'info/:id': () => import('#src/pages/connectivity/sim/SimPage.tsx') },
  cells: { iccid: SimLink, state: SimState, warning: SimWarning, deviceName: SimDevice },
})
export const simPlatforms = resource(simPlatform, {
  screen: simPlatformScreen,
  list: {
    columns: ['name', 'kind', 'url', 'hasSecret', 'checkedAt', 'problem', 'enabledFlag'],
    more: ['hasSecret', 'enabledFlag'],
    filters: ['name', 'kind', 'enabledFlag'],
    rowActions: ['connect', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'kind'], ['url'], ['appId', 'enabledFlag'], ['description']],
  dialogs: { connect: () => import('#src/pages/connectivity/sim/PlatformDialog.tsx') },
  created: 'connect',
})
