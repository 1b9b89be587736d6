import { helpScreen } from '#contract/platform/help.ts'
import { operationsScreen, outboxScreen, tenantsScreen } from '#contract/platform/screens.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const operationsPage = screenPage({
  screen: operationsScreen,
  page: () => import('#src/pages/platform/operations/OperationsPage.tsx'),
})
export const tenantsPage = screenPage({
  screen: tenantsScreen,
  page: () => import('#src/pages/platform/platform-tenants/TenantsPage.tsx'),
})
export const outboxPage = screenPage({
  screen: outboxScreen,
  page: () => import('#src/pages/platform/sms-outbox/OutboxPage.tsx'),
})
export const helpPage = screenPage({
  screen: helpScreen,
  page: () => import('#src/pages/platform/help/HelpPage.tsx'),
})
