import type { Definition } from '#src/kit/resource.ts'
import { areas } from './farm/area.ts'
import { homePage, novicePage } from './farm/home.ts'
import { accountPage, basePage } from './farm/pages.ts'
import { units } from './inventory/unit.ts'
import { notices } from './message/notice.ts'
import { outboxPage, tenantsPage } from './platform/pages.ts'
import { organizations } from './system/organization.ts'
import { auditPage, corporationPage } from './system/pages.ts'
import { roles } from './system/role.ts'
import { users } from './system/user.ts'

/** Every screen that the console draws; the menu's order is the contract's (`screens`). */
export const definitions: readonly Definition[] = [
  homePage, novicePage, basePage, accountPage,
  units,
  corporationPage, organizations, users, roles, auditPage,
  areas, notices,
  tenantsPage, outboxPage,
]
