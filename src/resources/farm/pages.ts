import { baseScreen } from '#contract/farm/area.ts'
import { accountScreen } from '#contract/screens.ts'
import { screenPage } from '#src/kit/resource.ts'

export const basePage = screenPage({ screen: baseScreen, page: () => import('#src/pages/bases/BasesPage.tsx') })
export const accountPage = screenPage({ screen: accountScreen, page: () => import('#src/pages/account/AccountPage.tsx') })
