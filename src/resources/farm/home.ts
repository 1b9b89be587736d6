import { homeScreen, noviceScreen } from '#contract/farm/home.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const homePage = screenPage({
  screen: homeScreen,
  page: () => import('#src/pages/home/HomePage.tsx'),
})
export const novicePage = screenPage({
  screen: noviceScreen,
  page: () => import('#src/pages/novice/NovicePage.tsx'),
})
