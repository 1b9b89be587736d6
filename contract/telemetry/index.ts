import { domain } from '../domain.ts'
import { calculation, calculationScreen } from './calculation.ts'
import { exploreScreen } from './explore-calls.ts'
import { deviceOutage, onlineLogScreen } from './outage.ts'

/** What devices measure: values, curves, calculations, outages. */
export const telemetry = domain('telemetry', {
  entities: [deviceOutage, calculation],
  screens: [exploreScreen, calculationScreen, onlineLogScreen],
})
