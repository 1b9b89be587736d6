import { domain } from '../domain.ts'
import { recycleScreen } from './recycle-calls.ts'
import { auditScreen, outboxScreen, tenantsScreen } from './screens.ts'

/** Audit, recycle bin, tenants of the operator. */
export const platform = domain('platform', {
  screens: [auditScreen, recycleScreen, tenantsScreen, outboxScreen],
})
