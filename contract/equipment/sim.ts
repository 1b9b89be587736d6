import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, date, decimal, id, integer, moment, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** spec 3 §4: as the carrier says it; only the carrier moves a card from one to another. */
export const simStates = {
  inStock: 'inStock', testable: 'testable', activatable: 'activatable', activated: 'activated', deactivated: 'deactivated', preCancellation: 'preCancellation', carrierCancelled: 'carrierCancelled',
  userCancelled: 'userCancelled', partiallyDisabled: 'partiallyDisabled', numberRetention: 'numberRetention', violationShutdown: 'violationShutdown', realNameShutdown: 'realNameShutdown',
  overuseShutdown: 'overuseShutdown', arrears: 'arrears', disconnected: 'disconnected', networkClosed: 'networkClosed', reportedLost: 'reportedLost', faultyCard: 'faultyCard', locked: 'locked', expired: 'expired',
} as const
export type SimState = keyof typeof simStates
export const simCarriers = { chinaMobile: 'chinaMobile', chinaUnicom: 'chinaUnicom', chinaTelecom: 'chinaTelecom', chinaBroadnet: 'chinaBroadnet' } as const
/** Within 30 and 7 days of its end, and from 80 and 100 % of its plan on. */
export const simWarnings = { fine: 'fine', expires30: 'expires30', expires7: 'expires7', expired: 'expired', quota80: 'quota80', quota100: 'quota100' } as const

const prefix = 'wfpf.company.system.simManage'
const simCodes = codes(`${prefix}.ps`, 'create', 'edit', 'delete', 'import', 'control')
const base = 'wfpe/v1/{tenant}/sim'
/** An IoT card, as its carrier knows it. */
export const simCard = entity('simCard', {
  module: 'equipment',
  title: 'iccid',
  afterDelete: 'gone',
  permissions: { list: prefix, ...simCodes },
  // chosen: the specification names the pages and not the calls
  api: rest(base),
  fields: {
    id: id(),
    iccid: text({ required: true, createOnly: true, unique: true, max: 20, pattern: /^8986\d{15,16}$/ }),
    msisdn: text({ max: 13, pattern: /^(\d{11}|\d{13})?$/ }),
    carrier: choice(simCarriers, { required: true }),
    state: choice(simStates, { required: true, createOnly: true }),
    quotaMb: decimal({ min: 0, max: 9_999_999, unit: 'MB' }),
    usedMb: decimal({ min: 0, max: 9_999_999, unit: 'MB', createOnly: true }),
    expiresOn: date({}),
    warning: choice(simWarnings, { readonly: true }),
    deviceId: integer({ readonly: true, min: 1, max: Number.MAX_SAFE_INTEGER }),
    deviceName: text({ readonly: true, max: 60 }),
    synchronizedAt: moment({ readonly: true }),
    description: text({ max: 200 }),
  },
})
export const simScreen = entityScreen('simManage', simCard, { route: '/system/sim-manage', module: 'company', group: 'device', icon: 'device', pageSize: 20 })

const key = z.coerce.number().int().positive()
const months = z.array(z.strictObject({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), usedMb: z.number().min(0).max(9_999_999) }))
const standing = z.object({
  /** Usage by month, oldest first. */
  months,
  /** Whether a carrier's interface is configured: without it nothing can be ordered. */
  hasCarrier: z.boolean(),
})
export type SimStanding = z.infer<typeof standing>
export const simUsage = call({
  endpoint: `GET /${base}/{id}/usage`, summary: 'What a card used in each of the last 24 months, in MB', access: { code: prefix }, input: z.object({ id: key }), answer: standing,
})
export const saveSimUsage = call({
  endpoint: `PUT /${base}/{id}/usage`, summary: 'Usage of months as the carrier’s bill has it', access: { code: simCodes.edit }, input: z.strictObject({ id: key, months: months.max(24) }), answer: standing,
})
export const simOrders = ['activate', 'suspend', 'resume', 'synchronize'] as const
export type SimOrder = (typeof simOrders)[number]
/** From which states the carrier is asked for what; it may refuse all the same. */
export const simAllows: Readonly<Record<SimOrder, readonly SimState[]>> = { activate: ['inStock', 'testable', 'activatable'], suspend: ['activated'], resume: ['deactivated'], synchronize: Object.values(simStates) }
export const orderSim = call({
  endpoint: `POST /${base}/{id}/order`, summary: 'Ask the carrier to activate, suspend or resume a card, or how it stands; answers the card', access: { code: simCodes.control },
  input: z.object({ id: key, order: z.enum(simOrders) }), answer: z.looseObject({ id: z.int(), objectVersionNumber: z.int() }),
})
