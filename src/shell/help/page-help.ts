import type { Chapter } from '#contract/platform/help.ts'
import type { Term } from '#src/kit/definition/terms.ts'
import type { KeyPlace } from './help-rules.ts'

/** Beside its texts (`help:screens`), what the help of a page leads to. */
interface PageHelp {
  /** The chapter of the handbook that tells more. */
  chapter: Chapter
  /** Words of the page that are explained with it. */
  terms?: readonly Term[]
  /** Keys that only it knows. */
  keys?: KeyPlace
}

const device = (...terms: readonly Term[]): PageHelp => ({
  chapter: 'devices',
  terms: ['eui', 'reportPeriod', ...terms],
})
const moved = (...terms: readonly Term[]): PageHelp => ({
  chapter: 'control',
  terms: ['eui', 'circuit', ...terms],
})
const document = (chapter: Chapter, ...terms: readonly Term[]): PageHelp => ({
  chapter,
  terms,
  keys: 'lines',
})

/** By the name of the screen; a law sees that none is left out. */
export const pageHelp: Readonly<Record<string, PageHelp>> = {
  home: { chapter: 'first-steps' },
  approvals: { chapter: 'approvals', terms: ['delegation', 'addSigner'] },
  account: { chapter: 'people', terms: ['secondFactor'] },
  jobs: { chapter: 'files' },
  novice: { chapter: 'first-steps' },
  help: { chapter: 'first-steps' },
  land: { chapter: 'bases', terms: ['boundary', 'mu'] },
  worker: { chapter: 'people' },
  deviceManager: device('credential', 'payloadCodec', 'protocol', 'iccid'),
  cameraManager: { chapter: 'devices' },
  board: { chapter: 'boards', terms: ['channel'], keys: 'cards' },
  explore: { chapter: 'boards', terms: ['channel'] },
  weatherStations: device('channel'),
  soilmoisture: device('ec', 'ph'),
  tubularmoisture: device('channel', 'ec'),
  'water-quality': device('dissolvedOxygen', 'ph', 'ec'),
  'acquisition-control': moved(),
  'electric-valve': moved(),
  transducer: moved(),
  aerator: moved('dissolvedOxygen'),
  'value-regulated': moved(),
  networkPower: moved(),
  waterFertilizer: moved('ec', 'ph'),
  'inject-fertilizer': moved('ec', 'ph'),
  plantLight: device(),
  gateway: moved('gatewayStrategy', 'credential'),
  'lorawan-gateway': device('signal', 'networkServer'),
  'lorawan-node': device('payloadCodec', 'otaa', 'signal', 'networkServer'),
  lora: device('payloadCodec', 'otaa', 'signal'),
  'lora-gateway': moved('iccid'),
  calculation: { chapter: 'boards', terms: ['calculated', 'vpd', 'degreeDays', 'channel'] },
  warning: { chapter: 'alarms', terms: ['silence', 'escalation'] },
  intelligentControl: { chapter: 'alarms', terms: ['cron', 'channel'] },
  intelligentControlLog: { chapter: 'alarms' },
  controlLog: { chapter: 'control', terms: ['circuit'] },
  onlineLog: { chapter: 'devices', terms: ['reportPeriod'] },
  'warning-manage': { chapter: 'alarms', terms: ['hysteresis', 'duration', 'silence'] },
  'warning-staff': { chapter: 'alarms', terms: ['escalation'] },
  intelligentControlGroup: { chapter: 'alarms' },
  intelligentControlDeviceGroup: { chapter: 'control' },
  base: { chapter: 'bases', terms: ['mu'] },
  basemanage: { chapter: 'bases', terms: ['mu'] },
  crop: { chapter: 'bases', terms: ['baseTemperature', 'degreeDays'] },
  varieties: { chapter: 'bases', terms: ['mu'] },
  taskType: { chapter: 'bases' },
  aplionform: document('purchasing', 'tolerance'),
  warehousing: document('stock', 'lot', 'averageCost'),
  shipment: document('stock', 'fefo', 'lot', 'safetyInterval'),
  transfer: document('stock', 'inTransit'),
  inventory_form: document('stock', 'blindCount', 'lot'),
  return: document('stock', 'lot'),
  stock: { chapter: 'stock', terms: ['lot', 'averageCost', 'inTransit', 'revaluation'] },
  'stock-lot': { chapter: 'stock', terms: ['lot', 'fefo'] },
  'stock-report': { chapter: 'stock', terms: ['turnover', 'revaluation'] },
  'agricultural-inventory': { chapter: 'stock', terms: ['lot', 'averageCost'] },
  'agricultural-shipment': document('stock', 'safetyInterval', 'fefo'),
  'agricultural-warehousing': document('stock', 'lot'),
  'agricultural-manage': { chapter: 'stock', terms: ['safetyInterval', 'nutrients'] },
  product: { chapter: 'stock', terms: ['sku', 'stockUnit', 'lot'] },
  standard: { chapter: 'stock', terms: ['sku'] },
  unit: { chapter: 'stock', terms: ['stockUnit'] },
  store: { chapter: 'stock' },
  businesses: { chapter: 'purchasing' },
  storeManager: { chapter: 'bases' },
  shops: { chapter: 'bases' },
  'stock-limit': { chapter: 'stock', terms: ['sku'] },
  bill: { chapter: 'stock' },
  option: { chapter: 'stock', terms: ['tolerance'] },
  'user-manage': { chapter: 'people', terms: ['dataScope'] },
  role: { chapter: 'people', terms: ['permissionCode', 'dataScope'] },
  organization: { chapter: 'people' },
  corporation: { chapter: 'people', terms: ['secondFactor', 'retention'] },
  'notice-manger': { chapter: 'content' },
  article: { chapter: 'content' },
  classify: { chapter: 'content' },
  bannerManger: { chapter: 'content' },
  'pictures-hub': { chapter: 'content' },
  'publicity-video': { chapter: 'content' },
  audit: { chapter: 'people' },
  'recycle-bin': { chapter: 'faq', terms: ['retention'] },
  process: { chapter: 'approvals', terms: ['countersign'] },
  auditSetting: { chapter: 'approvals' },
  simManage: { chapter: 'devices', terms: ['iccid'] },
  simPlatform: { chapter: 'devices', terms: ['iccid'] },
  loraNetwork: { chapter: 'devices', terms: ['networkServer', 'otaa'] },
  payloadCodec: { chapter: 'devices', terms: ['payloadCodec', 'channel'] },
  simulatedFarm: { chapter: 'devices' },
  operations: { chapter: 'faq' },
  tenants: { chapter: 'people' },
  'sms-outbox': { chapter: 'faq' },
}
