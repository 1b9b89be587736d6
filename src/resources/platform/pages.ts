import { outboxScreen, tenantsScreen } from '#contract/platform/screens.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const tenantsPage = screenPage({
  screen: tenantsScreen,
  page: () => import('#src/pages/platform/platform-tenants/TenantsPage.tsx'),
})
export const outboxPage = screenPage({
  screen: outboxScreen,
  page: () => import('#src/pages/platform/sms-outbox/OutboxPage.tsx'),
})
