import { domain } from '../domain.ts'
import { helpScreen } from './help.ts'
import { recycleScreen } from './recycle-calls.ts'
import { auditScreen, operationsScreen, outboxScreen, tenantsScreen } from './screens.ts'

/** Audit, recycle bin, tenants of the operator, the handbook. */
export const platform = domain('platform', {
  screens: [auditScreen, recycleScreen, operationsScreen, tenantsScreen, outboxScreen, helpScreen],
})
