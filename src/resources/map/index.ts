import { mapManageScreen } from '#contract/map/manage.ts'
import { mapScreen } from '#contract/map/map.ts'
import { screenPage, type Definition } from '#src/kit/definition/resource.ts'

export const map: readonly Definition[] = [
  screenPage({ screen: mapScreen, page: () => import('#src/pages/map/MapPage.tsx') }),
  screenPage({
    screen: mapManageScreen,
    page: () => import('#src/pages/map/manage/ManagePage.tsx'),
  }),
]
