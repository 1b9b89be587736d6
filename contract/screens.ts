import { approvalProcessScreen } from './approval/process.ts'
import { auditSettingScreen } from './approval/process-calls.ts'
import { approvalsScreen } from './approval/task-calls.ts'
import { articleScreen, classifyScreen } from './content/article.ts'
import { bannerScreen } from './content/banner.ts'
import { picturesScreen } from './content/picture.ts'
import { publicityVideoScreen } from './content/publicity-video.ts'
import { boardScreen } from './equipment/board.ts'
import { calculationScreen } from './equipment/calculation.ts'
import { exploreScreen } from './equipment/explore-calls.ts'
import { alarmScreen } from './equipment/alarm-calls.ts'
import { alarmContactScreen } from './equipment/alarm-contact.ts'
import { alarmRuleScreen } from './equipment/alarm-rule.ts'
import { cameraManagerScreen } from './equipment/camera.ts'
import { controlClassScreen } from './equipment/control-class.ts'
import { controlRuleScreen } from './equipment/control-rule.ts'
import { controlRunScreen } from './equipment/control-run.ts'
import { controlLogScreen } from './equipment/command.ts'
import { equipment, lora } from './equipment/by-type.ts'
import { deviceManagerScreen } from './equipment/device.ts'
import { deviceGroupScreen } from './equipment/device-group.ts'
import { onlineLogScreen } from './equipment/outage.ts'
import { simulatedFarmScreen } from './equipment/simulated-farm.ts'
import { simPlatformScreen, simScreen } from './equipment/sim.ts'
import { loraNetworkScreen, payloadCodecScreen } from './equipment/lora.ts'
import { baseManageScreen, baseScreen } from './farm/area.ts'
import { cropScreen, varietyScreen } from './farm/crop.ts'
import { landScreen } from './farm/land.ts'
import { farmStoreScreen } from './farm/store.ts'
import { taskTypeScreen } from './farm/task-type.ts'
import { workerScreen } from './farm/worker.ts'
import { documentScreens } from './inventory/document.ts'
import { agriculturalInputScreen } from './inventory/agricultural-input.ts'
import { attributeScreen } from './inventory/attribute.ts'
import { documentNumberRuleScreen } from './inventory/document-number-rule.ts'
import { doorShopScreen } from './inventory/door-shop.ts'
import { optionScreen } from './inventory/option.ts'
import { partnerScreen } from './inventory/partner.ts'
import { productScreen } from './inventory/product.ts'
import { reportScreen } from './inventory/report-calls.ts'
import { stockLotScreen } from './inventory/lot.ts'
import { inputStockScreen, stockScreen } from './inventory/stock.ts'
import { stockLimitScreen } from './inventory/stock-limit.ts'
import { unitScreen } from './inventory/unit.ts'
import { warehouseScreen } from './inventory/warehouse.ts'
import { noticeScreen } from './message/notice.ts'
import { recycleScreen } from './platform/recycle-calls.ts'
import { screen, type Screen } from './screen.ts'
import { organizationScreen } from './system/organization.ts'
import { roleScreen } from './system/role.ts'
import { userScreen } from './system/user.ts'

export const homeScreen = screen('home', {
  route: '/web/farm/home',
  module: 'farm',
  group: 'home',
  icon: 'home',
})
/** The new tenant's guide; a tenant that has a base is sent on. */
export const noviceScreen = screen('novice', {
  route: '/home',
  module: 'farm',
  group: 'account',
  icon: 'home',
  hidden: true,
  keepAlive: false,
})
export const accountScreen = screen('account', {
  route: '/web/user',
  module: 'farm',
  group: 'account',
  icon: 'user',
  hidden: true,
})
/** Everybody's own long work: exports, imports. */
export const jobsScreen = screen('jobs', {
  route: '/web/user/jobs',
  module: 'farm',
  group: 'account',
  icon: 'audit',
  hidden: true,
})
export const corporationScreen = screen('corporation', {
  route: '/system/corporation',
  module: 'company',
  group: 'enterprise',
  icon: 'corporation',
  permission: 'wfpf.company.system.corporation',
  buttons: { edit: 'wfpf.company.system.corporation.ps.edit' },
})
// chosen: the specification names no route for the audit list, the platform's tenants or its outbox
export const auditScreen = screen('audit', {
  route: '/system/audit-log',
  module: 'company',
  group: 'enterprise',
  icon: 'audit',
  permission: 'wfpf.company.system.auditLog',
  buttons: { export: 'wfpf.company.system.auditLog.ps.export' },
})
export const tenantsScreen = screen('tenants', {
  route: '/system/platform/tenants',
  module: 'operation',
  group: 'platform',
  icon: 'tenant',
  operator: true,
})
export const outboxScreen = screen('sms-outbox', {
  route: '/system/platform/sms-outbox',
  module: 'operation',
  group: 'platform',
  icon: 'message',
  operator: true,
})

/** Every screen that is built, in menu order. */
export const screens: readonly Screen[] = [
  homeScreen,
  approvalsScreen,
  noviceScreen,
  baseScreen,
  landScreen,
  workerScreen,
  accountScreen,
  jobsScreen,
  boardScreen,
  exploreScreen,
  calculationScreen,
  ...equipment.map((one) => one.screen),
  lora.screen,
  alarmScreen,
  alarmRuleScreen,
  alarmContactScreen,
  loraNetworkScreen,
  payloadCodecScreen,
  controlRuleScreen,
  controlClassScreen,
  deviceGroupScreen,
  controlRunScreen,
  controlLogScreen,
  onlineLogScreen,
  agriculturalInputScreen,
  inputStockScreen,
  ...Object.values(documentScreens),
  stockScreen,
  stockLotScreen,
  reportScreen,
  productScreen,
  attributeScreen,
  unitScreen,
  warehouseScreen,
  stockLimitScreen,
  doorShopScreen,
  partnerScreen,
  documentNumberRuleScreen,
  optionScreen,
  auditSettingScreen,
  corporationScreen,
  organizationScreen,
  userScreen,
  roleScreen,
  approvalProcessScreen,
  auditScreen,
  recycleScreen,
  baseManageScreen,
  farmStoreScreen,
  cropScreen,
  varietyScreen,
  taskTypeScreen,
  deviceManagerScreen,
  cameraManagerScreen,
  simScreen,
  simPlatformScreen,
  simulatedFarmScreen,
  noticeScreen,
  articleScreen,
  classifyScreen,
  bannerScreen,
  picturesScreen,
  publicityVideoScreen,
  tenantsScreen,
  outboxScreen,
]
