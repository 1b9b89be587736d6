import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, date, decimal, flag, id, integer, moment, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** As the carrier says it; only the carrier moves a card from one to another. */
export const simStates = {
  inStock: 'inStock',
  testable: 'testable',
  activatable: 'activatable',
  activated: 'activated',
  deactivated: 'deactivated',
  preCancellation: 'preCancellation',
  carrierCancelled: 'carrierCancelled',
  userCancelled: 'userCancelled',
  partiallyDisabled: 'partiallyDisabled',
  numberRetention: 'numberRetention',
  violationShutdown: 'violationShutdown',
  realNameShutdown: 'realNameShutdown',
  overuseShutdown: 'overuseShutdown',
  arrears: 'arrears',
  disconnected: 'disconnected',
  networkClosed: 'networkClosed',
  reportedLost: 'reportedLost',
  faultyCard: 'faultyCard',
  locked: 'locked',
  expired: 'expired',
} as const
export type SimState = keyof typeof simStates
const simCarriers = {
  chinaMobile: 'chinaMobile',
  chinaUnicom: 'chinaUnicom',
  chinaTelecom: 'chinaTelecom',
  chinaBroadnet: 'chinaBroadnet',
} as const
/** Within 30 and 7 days of its end, and from 80 and 100 % of its plan on. */
export const simWarnings = {
  fine: 'fine',
  expires30: 'expires30',
  expires7: 'expires7',
  expired: 'expired',
  quota80: 'quota80',
  quota100: 'quota100',
} as const

const prefix = 'wfpf.company.system.simManage'
const simCodes = codes(
  `${prefix}.ps`,
  'create',
  'edit',
  'delete',
  'import',
  'control',
  'bind',
  'renew',
)
const base = 'wfpe/v1/{tenant}/sim'

/**
 * `oneLink`: China Mobile's platform. `generic`: any that takes the calls of docs/devices.md, IoT
 * cards.
 */
export const simPlatformKinds = { oneLink: 'oneLink', generic: 'generic' } as const
const platformPrefix = 'wfpf.company.system.simPlatform'
const platformCodes = codes(`${platformPrefix}.ps`, 'create', 'edit', 'delete', 'connect')
/**
 * An operator's platform at which cards are looked after. Its secret is set by a call of its own
 * and never shown.
 */
export const simPlatform = entity('simPlatform', {
  module: 'equipment',
  stored: { view: 'sim_platform_view' },
  title: 'name',
  deletion: 'gone',
  // chosen: the specification has cards and no platforms
  permissions: { list: platformPrefix, ...platformCodes },
  api: rest('wfpe/v1/{tenant}/sim-platform'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    kind: choice(simPlatformKinds, { required: true }),
    /** Such as 'https://api.iot.10086.cn/v5'. */
    url: text({ required: true, max: 200, pattern: /^https?:\/\/[\w.:[\]/-]+$/ }),
    appId: text({ max: 100 }),
    enabledFlag: flag({}),
    hasSecret: flag({ readonly: true }),
    checkedAt: moment({ readonly: true }),
    problem: text({ readonly: true, max: 200 }),
    description: text({ max: 200 }),
  },
})
export const simPlatformScreen = entityScreen('simPlatform', simPlatform, {
  route: '/system/sim-platform',
  module: 'company',
  group: 'connections',
  icon: 'carrier',
  at: 2,
})
/** An IoT card, as its carrier knows it. */
export const simCard = entity('simCard', {
  module: 'equipment',
  stored: { view: 'sim_card_view' },
  title: 'iccid',
  placed: 'card',
  deletion: 'gone',
  permissions: { list: prefix, ...simCodes },
  // chosen: the specification names the pages and not the calls
  api: rest(base),
  fields: {
    id: id(),
    iccid: text({
      required: true,
      createOnly: true,
      unique: true,
      max: 20,
      pattern: /^8986\d{15,16}$/,
    }),
    msisdn: text({ max: 13, pattern: /^(\d{11}|\d{13})?$/ }),
    carrier: choice(simCarriers, { required: true }),
    /** Kept by hand while no platform keeps it. */
    state: choice(simStates, { required: true }),
    platformId: ref('simPlatform', {}),
    /** Cards of one name share their plans. */
    poolName: text({ max: 60 }),
    quotaMb: decimal({ min: 0, max: 9_999_999, unit: 'MB' }),
    usedMb: decimal({ min: 0, max: 9_999_999, unit: 'MB' }),
    expiresOn: date({}),
    warning: choice(simWarnings, { readonly: true }),
    deviceId: integer({ readonly: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
    deviceName: text({ readonly: true, max: 60 }),
    synchronizedAt: moment({ readonly: true }),
    description: text({ max: 200 }),
  },
})
export const simScreen = entityScreen('simManage', simCard, {
  route: '/system/sim-manage',
  module: 'company',
  group: 'connections',
  icon: 'sim',
  at: 1,
  pageSize: 20,
})

const key = z.coerce.number().int().positive()
const months = z.array(
  z.strictObject({
    month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    usedMb: z.number().min(0).max(9_999_999),
  }),
)
const standing = z.object({
  /** Usage by month, oldest first. */
  months,
  /**
   * Whether a carrier's interface is configured: without it nothing can be ordered, and the state
   * is kept by hand.
   */
  hasCarrier: z.boolean(),
  /** Whether that takes renewals: where it does not, they are arranged otherwise. */
  takesRenewals: z.boolean(),
  /** What cards of its pool have together; null: of none. */
  pool: z.object({ cards: z.int(), usedMb: z.number(), quotaMb: z.number() }).nullable(),
})
export type SimStanding = z.infer<typeof standing>
export const simUsage = call({
  endpoint: `GET /${base}/{id}/usage`,
  summary: 'What a card used in each of the last 24 months, in MB',
  access: { code: prefix },
  input: z.object({ id: key }),
  answer: standing,
})
export const saveSimUsage = call({
  endpoint: `PUT /${base}/{id}/usage`,
  summary: 'Usage of months as the carrier’s bill has it',
  access: { code: simCodes.edit },
  input: z.strictObject({ id: key, months: months.max(24) }),
  answer: standing,
})
export const simOrders = ['activate', 'suspend', 'resume', 'synchronize'] as const
export type SimOrder = (typeof simOrders)[number]
/** From which states the carrier is asked for what; it may refuse all the same. */
export const simAllows: Readonly<Record<SimOrder, readonly SimState[]>> = {
  activate: ['inStock', 'testable', 'activatable'],
  suspend: ['activated'],
  resume: ['deactivated'],
  synchronize: Object.values(simStates),
}
export const orderSim = call({
  endpoint: `POST /${base}/{id}/order`,
  summary:
    'Ask the carrier to activate, suspend or resume a card, or how it stands; answers the card',
  access: { code: simCodes.control },
  input: z.object({ id: key, order: z.enum(simOrders) }),
  answer: z.looseObject({ id: z.int(), objectVersionNumber: z.int() }),
})

const record = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
export const bindSim = call({
  endpoint: `PUT /${base}/{id}/device`,
  summary:
    'Puts a card into a device, or takes it out; a device has one card and a card one device',
  access: { code: simCodes.bind },
  input: z.strictObject({ id: key, deviceId: z.int().positive().nullable() }),
  answer: record,
})
export const renewSim = call({
  endpoint: `POST /${base}/{id}/renew`,
  summary:
    'Renews a card up to a day, or tops its plan up: asked of a platform that takes it, written down otherwise',
  access: { code: simCodes.renew },
  input: z.strictObject({
    id: key,
    expiresOn: z.iso.date(),
    quotaMb: z.number().min(0).max(9_999_999).nullish(),
    amount: z.number().min(0).max(999_999).nullish(),
    note: z.string().trim().max(100).nullish(),
  }),
  answer: record,
})
export const simOperationKinds = [
  'bind',
  'unbind',
  'activate',
  'suspend',
  'resume',
  'synchronize',
  'renew',
  'state',
] as const
const operation = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(simOperationKinds),
  okFlag: z.literal([0, 1]),
  detail: z.string(),
  realName: z.string().nullable(),
})
export type SimOperation = z.infer<typeof operation>
export const simOperations = call({
  endpoint: `GET /${base}/{id}/operations`,
  summary: 'What was done with a card, newest first, a hundred at most',
  access: { code: prefix },
  input: z.object({ id: key }),
  answer: z.array(operation),
})
export const simSummary = call({
  endpoint: `GET /${base}/summary`,
  summary: 'How many cards the caller sees, and how many of them need somebody',
  access: { code: prefix },
  input: z.object({}),
  answer: z.object({ total: z.int(), bound: z.int(), warnings: z.record(z.string(), z.int()) }),
})
export const setSimSecret = call({
  endpoint: 'PUT /wfpe/v1/{tenant}/sim-platform/{id}/secret',
  summary: 'What a platform is signed in to with; an empty one takes it away',
  access: { code: platformCodes.connect },
  input: z.object({ id: key, secret: z.string().max(200) }),
  answer: z.looseObject({ id: z.int() }),
})
export const testSimPlatform = call({
  endpoint: 'POST /wfpe/v1/{tenant}/sim-platform/{id}/test',
  summary: 'Signs in to a platform; answers its complaint, or nothing',
  access: { code: platformCodes.connect },
  input: z.object({ id: key }),
  answer: z.object({ problem: z.string().nullable() }),
})
