import { noviceScreen } from '#contract/guide/novice.ts'
import { screenPage, type Definition } from '#src/kit/definition/resource.ts'

export const guide: readonly Definition[] = [
  screenPage({ screen: noviceScreen, page: () => import('#src/pages/guide/GuidePage.tsx') }),
]
