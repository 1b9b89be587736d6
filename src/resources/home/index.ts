import { briefScreen } from '#contract/home/brief.ts'
import { screenPage, type Definition } from '#src/kit/definition/resource.ts'

export const home: readonly Definition[] = [
  screenPage({ screen: briefScreen, page: () => import('#src/pages/home/brief/BriefPage.tsx') }),
]
