import { simulatedFarmScreen } from '#contract/simulation/simulated-farm.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const simulatedFarmPage = screenPage({
  screen: simulatedFarmScreen,
  page: () => import('#src/pages/simulation/SimulatedFarmPage.tsx'),
})
