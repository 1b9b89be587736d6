import { defaultScreen, homeScreen, serverErrorScreen } from '#contract/farm/home.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const homePage = screenPage({
  screen: homeScreen,
  page: () => import('#src/pages/home/HomePage.tsx'),
})
export const defaultPage = screenPage({
  screen: defaultScreen,
  page: () => import('#src/pages/farm/standing/DefaultPage.tsx'),
})
export const serverErrorPage = screenPage({
  screen: serverErrorScreen,
  page: () => import('#src/pages/farm/standing/ServerErrorPage.tsx'),
})
