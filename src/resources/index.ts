import type { Definition } from '#src/kit/resource.ts'
import { approvalsPage, auditSettingPage } from './approval/pages.ts'
import { approvalProcesses } from './approval/process.ts'
import { articles } from './content/article.ts'
import { banners } from './content/banner.ts'
import { articleCategories } from './content/classify.ts'
import { picturesPage } from './content/pictures.ts'
import { publicityVideos } from './content/publicity-video.ts'
import { alarmContacts, alarmRules, alarmsPage } from './equipment/alarm.ts'
import { equipmentLists } from './equipment/by-type.ts'
import { calculations } from './equipment/calculation.ts'
import { cameras } from './equipment/camera.ts'
import { controlLog } from './equipment/command.ts'
import { devices, simulatedFarmPage } from './equipment/device.ts'
import { onlineLog } from './equipment/outage.ts'
import {
  controlClasses,
  controlRules,
  controlRuns,
  deviceGroups,
} from './equipment/intelligent-control.ts'
import { simCards, simPlatforms } from './equipment/sim.ts'
import { loraNetworks, payloadCodecs } from './equipment/lora.ts'
import { areas } from './farm/area.ts'
import { crops } from './farm/crop.ts'
import { homePage, novicePage } from './farm/home.ts'
import { boards, explorePage } from './equipment/board.ts'
import { accountPage, basePage, jobsPage } from './farm/pages.ts'
import { lands } from './farm/land.ts'
import { farmStores } from './farm/store.ts'
import { taskTypes } from './farm/task-type.ts'
import { varieties } from './farm/variety.ts'
import { workers } from './farm/worker.ts'
import { documentLists } from './inventory/documents.ts'
import { attributes } from './inventory/attribute.ts'
import { documentNumberRules } from './inventory/document-number-rule.ts'
import { optionPage, reportPage } from './inventory/pages.ts'
import { partners } from './inventory/partner.ts'
import { agriculturalInputs, products } from './inventory/product.ts'
import { doorShops } from './inventory/shop.ts'
import { stockLots } from './inventory/lot.ts'
import { inputStocks, stockBalances } from './inventory/stock.ts'
import { stockLimits } from './inventory/stock-limit.ts'
import { units } from './inventory/unit.ts'
import { warehouses } from './inventory/warehouse.ts'
import { notices } from './message/notice.ts'
import { outboxPage, tenantsPage } from './platform/pages.ts'
import { organizations } from './system/organization.ts'
import { auditPage, corporationPage, recyclePage } from './system/pages.ts'
import { roles } from './system/role.ts'
import { users } from './system/user.ts'

/** Every screen that the console draws; the menu's order is the contract's (`screens`). */
export const definitions: readonly Definition[] = [
  homePage,
  approvalsPage,
  novicePage,
  basePage,
  lands,
  workers,
  accountPage,
  jobsPage,
  boards,
  explorePage,
  calculations,
  ...equipmentLists,
  alarmsPage,
  alarmRules,
  alarmContacts,
  controlRules,
  controlClasses,
  deviceGroups,
  controlRuns,
  controlLog,
  onlineLog,
  agriculturalInputs,
  inputStocks,
  ...documentLists,
  stockBalances,
  stockLots,
  reportPage,
  products,
  attributes,
  units,
  warehouses,
  stockLimits,
  doorShops,
  partners,
  documentNumberRules,
  optionPage,
  auditSettingPage,
  corporationPage,
  organizations,
  users,
  roles,
  approvalProcesses,
  auditPage,
  recyclePage,
  areas,
  farmStores,
  crops,
  varieties,
  taskTypes,
  devices,
  cameras,
  simCards,
  simPlatforms,
  simulatedFarmPage,
  loraNetworks,
  payloadCodecs,
  notices,
  articles,
  articleCategories,
  banners,
  picturesPage,
  publicityVideos,
  tenantsPage,
  outboxPage,
]
