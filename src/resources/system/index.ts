import type { Definition } from '#src/kit/definition/resource.ts'
import { organizations } from './organization.ts'
import { auditPage, corporationPage, recyclePage } from './pages.ts'
import { roles } from './role.ts'
import { users } from './user.ts'

export const system: readonly Definition[] = [
  corporationPage,
  organizations,
  users,
  roles,
  auditPage,
  recyclePage,
]
