import { domain } from '../domain.ts'
import { simulatedFarmScreen } from './simulated-farm.ts'

/** The farm whose devices are played. */
export const simulation = domain('simulation', {
  screens: [simulatedFarmScreen],
})
