import { exploreScreen } from '#contract/telemetry/explore-calls.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const explorePage = screenPage({
  screen: exploreScreen,
  page: () => import('#src/pages/telemetry/explore/ExplorePage.tsx'),
})
