import { simCard, simScreen } from '#contract/equipment/sim.ts'
import { SimDevice, SimLink, SimState, SimWarning } from '#src/devices/SimCells.tsx'
import { resource } from '#src/kit/resource.ts'

export const simCards = resource(simCard, {
  screen: simScreen,
  list: {
    columns: ['iccid', 'carrier', 'state', 'usedMb', 'quotaMb', 'expiresOn', 'warning', 'deviceName', 'synchronizedAt'],
    filters: ['iccid', 'carrier', 'state', 'warning', 'deviceName'],
    rowActions: ['edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['iccid', 'msisdn'], ['carrier', 'state'], ['quotaMb', 'usedMb'], ['expiresOn'], ['description']],
  pages: { 'info/:id': () => import('#src/pages/sim/SimPage.tsx') },
  cells: { iccid: SimLink, state: SimState, warning: SimWarning, deviceName: SimDevice },
})
