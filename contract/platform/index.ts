import { domain } from '../domain.ts'
import { recycleScreen } from './recycle-calls.ts'
import { auditScreen, operationsScreen, outboxScreen, tenantsScreen } from './screens.ts'

/** Audit, recycle bin, tenants of the operator. */
export const platform = domain('platform', {
  screens: [auditScreen, recycleScreen, operationsScreen, tenantsScreen, outboxScreen],
})
