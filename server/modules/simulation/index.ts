import type { ServerDomain } from '#server/services/domain.ts'
import { simulatedFarmCalls } from './simulated-farm.ts'

export const simulation: ServerDomain = {
  name: 'simulation',
  serve(app) {
    simulatedFarmCalls(app)
  },
}
