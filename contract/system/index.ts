import { domain } from '../domain.ts'
import { corporationScreen } from './corporation.ts'
import { organization, organizationScreen } from './organization.ts'
import { role, roleScreen } from './role.ts'
import { user, userScreen } from './user.ts'

/** The enterprise: organisation, roles, users. */
export const system = domain('system', {
  entities: [organization, role, user],
  screens: [corporationScreen, organizationScreen, userScreen, roleScreen],
})
