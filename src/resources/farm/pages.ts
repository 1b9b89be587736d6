import { baseScreen } from '#contract/farm/area.ts'
import { accountScreen, jobsScreen } from '#contract/account/screens.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const basePage = screenPage({
  screen: baseScreen,
  page: () => import('#src/pages/farm/bases/BasesPage.tsx'),
})
export const accountPage = screenPage({
  screen: accountScreen,
  page: () => import('#src/pages/account/AccountPage.tsx'),
})
export const jobsPage = screenPage({
  screen: jobsScreen,
  page: () => import('#src/pages/platform/jobs/JobsPage.tsx'),
})
