import { homeScreen } from '#contract/farm/home.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const homePage = screenPage({
  screen: homeScreen,
  page: () => import('#src/pages/home/HomePage.tsx'),
})
