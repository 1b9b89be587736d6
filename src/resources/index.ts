import type { Definition } from '#src/kit/resource.ts'
import { articles } from './content/article.ts'
import { banners } from './content/banner.ts'
import { articleCategories } from './content/classify.ts'
import { areas } from './farm/area.ts'
import { crops } from './farm/crop.ts'
import { homePage, novicePage } from './farm/home.ts'
import { accountPage, basePage } from './farm/pages.ts'
import { taskTypes } from './farm/task-type.ts'
import { varieties } from './farm/variety.ts'
import { workers } from './farm/worker.ts'
import { partners } from './inventory/partner.ts'
import { units } from './inventory/unit.ts'
import { warehouses } from './inventory/warehouse.ts'
import { notices } from './message/notice.ts'
import { outboxPage, tenantsPage } from './platform/pages.ts'
import { organizations } from './system/organization.ts'
import { auditPage, corporationPage } from './system/pages.ts'
import { roles } from './system/role.ts'
import { users } from './system/user.ts'

/** Every screen that the console draws; the menu's order is the contract's (`screens`). */
export const definitions: readonly Definition[] = [
  homePage, novicePage, basePage, workers, accountPage,
  units, partners, warehouses,
  corporationPage, organizations, users, roles, auditPage,
  areas, crops, varieties, taskTypes,
  notices, articles, articleCategories, banners,
  tenantsPage, outboxPage,
]
