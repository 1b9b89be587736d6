import { recycleScreen } from '#contract/platform/recycle-calls.ts'
import { auditScreen } from '#contract/platform/screens.ts'
import { corporationScreen } from '#contract/system/corporation.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const corporationPage = screenPage({
  screen: corporationScreen,
  page: () => import('#src/pages/system/corporation/CorporationPage.tsx'),
})
export const auditPage = screenPage({
  screen: auditScreen,
  page: () => import('#src/pages/platform/audit-log/AuditLogPage.tsx'),
})
export const recyclePage = screenPage({
  screen: recycleScreen,
  page: () => import('#src/pages/platform/recycle-bin/RecyclePage.tsx'),
})
