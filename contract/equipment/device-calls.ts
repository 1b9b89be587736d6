import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { deviceTypeNames, deviceTypes } from '../devices/index.ts'
import { device } from './device.ts'

const key = z.coerce.number().int().positive()
const { credential } = device.permissions
/**
 * Who may see all devices, or those of a type: which of them this one is, is asked with the device
 * itself.
 */
export const seesDevices = [
  ...new Set([
    device.permissions.list,
    ...Object.values(deviceTypes).map(({ permissions }) => permissions.list),
  ]),
]
/** The same for who may change them. */
export const editsDevices = [
  ...new Set([
    device.permissions.edit,
    ...Object.values(deviceTypes).map(({ permissions }) => permissions.edit),
  ]),
]
const base = '/wfpe/v1/{tenant}/device/{id}'

const deviceName = z.object({
  id: z.int(),
  name: z.string(),
  deviceType: z.enum(deviceTypeNames),
  areaId: z.int(),
})
export type DeviceName = z.infer<typeof deviceName>
/** Most names that one answer holds. */
export const mostNames = 50
export const deviceNames = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/names',
  summary: 'Devices to choose from, among the types that the caller may see',
  access: 'signed-in',
  input: z.object({
    name: z.string().trim().max(60).optional(),
    areaId: key.optional(),
    /** These alone, with commas between. */ ids: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,49}$/)
      .optional(),
    /** From 1 on; a page that is not full is the last. */ page: z.coerce
      .number()
      .int()
      .min(1)
      .max(1000)
      .optional(),
  }),
  answer: z.array(deviceName),
})

/** Alarms are counted for who may look them up, silence of devices in use. */
const typeCount = z.object({ count: z.int(), alarmed: z.int(), offline: z.int() })
export type TypeCount = z.infer<typeof typeCount>
export const deviceTypeCounts = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/type-counts',
  summary:
    'Devices of each type that the caller may see: how many, with alarms to acknowledge, offline',
  access: 'signed-in',
  staleAfter: { device: true, alarm: true },
  input: z.object({ areaId: key.optional() }),
  answer: z.partialRecord(z.enum(deviceTypeNames), typeCount),
})

/**
 * What can be wrong with a message, or with one channel of it. `clockAhead`: kept, under our time.
 * From `dialect` on: of messages in a maker's own words.
 */
const problemCodes = [
  'json',
  'shape',
  'empty',
  'tooLarge',
  'tooMany',
  'time',
  'tooOld',
  'clockAhead',
  'unknown',
  'type',
  'range',
  'store',
  'codec',
  'dialect',
  'frame',
  'crc',
  'exception',
  'register',
  'unit',
] as const
export const messageProblem = z.object({
  code: z.enum(problemCodes),
  channel: z.string().optional(),
})
export type MessageProblem = z.infer<typeof messageProblem>

export const correctType = call({
  endpoint: `PUT ${base}/type`,
  summary: 'Another type for a device that has never reported',
  access: { code: editsDevices },
  input: z.strictObject({ id: key, deviceType: z.enum(deviceTypeNames) }),
  answer: nothing,
})

/** What people call a channel that is worked out, and its unit where they gave it one. */
export const calculatedWords = z.object({ name: z.string(), unit: z.string().nullable() })
export type CalculatedWords = z.infer<typeof calculatedWords>
const latestValue = z.object({
  metric: z.string(),
  value: z.number(),
  /** When it was measured, ISO 8601. */
  at: z.string(),
  /** 0: by the device's clock; 1: it gave no time; 2: its clock was ahead, so the time is ours. */
  clock: z.literal([0, 1, 2]),
  /**
   * Of amounts, what came in the last hour, since the tenant’s day began, and in 24 hours: the last
   * report alone tells nobody how much it rained.
   */
  sums: z.object({ hour: z.number(), today: z.number(), day: z.number() }).nullable(),
  /** Of what is worked out. */
  words: calculatedWords.nullable(),
})
export type LatestValue = z.infer<typeof latestValue>
export const latestValues = call({
  endpoint: `GET ${base}/latest`,
  summary: 'The newest value of each channel, by the device’s own time',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(latestValue),
})

const message = z.object({
  id: z.int(),
  at: z.string(),
  bytes: z.int(),
  /** Its beginning, at most 2000 letters. */
  payload: z.string(),
  outcome: z.enum(['stored', 'corrected', 'refused', 'repeated']),
  points: z.int(),
  problems: z.array(messageProblem),
})
export type DeviceMessage = z.infer<typeof message>
export const deviceMessages = call({
  endpoint: `GET ${base}/messages`,
  summary: 'The last messages as they came, newest first, and what became of them',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(message),
})

/** Most channels that one answer of a history holds. */
export const mostChannels = 12
/**
 * What a bucket's values come to, or those of a whole span. The mean is over time: each value holds
 * until the next, for two
 * reporting periods at most; of amounts it is over reports. `sum`: of amounts all of them, of
 * meters what they counted on.
 * A direction has a mean, that of its vectors, and neither extremes nor a sum.
 */
const figures = {
  min: z.number().nullable(),
  max: z.number().nullable(),
  sum: z.number().nullable(),
  count: z.int(),
}
const historyPoint = z.object({ at: z.string(), mean: z.number(), ...figures })
const historySummary = z.object({ mean: z.number().nullable(), ...figures })
export type HistorySummary = z.infer<typeof historySummary>
export type HistoryPoint = z.infer<typeof historyPoint>
export const deviceHistory = call({
  endpoint: `GET ${base}/history`,
  summary:
    'Values over a span; buckets keep their extremes, and where nothing came there is no bucket',
  access: { code: seesDevices },
  input: z.object({
    id: key,
    from: z.iso.datetime({ offset: true }),
    to: z.iso.datetime({ offset: true }),
    /** Names of channels with commas between; all when left out. */
    channels: z.string().max(600).optional(),
  }),
  answer: z.object({
    /** `raw`, a number of minutes, an hour or a day; chosen by the span. */
    step: z.enum(['raw', 'minutes', 'hour', 'day']),
    /** Length of a bucket in ms; 0 for raw. */
    stepMs: z.int(),
    series: z.array(
      z.object({
        metric: z.string(),
        points: z.array(historyPoint),
        /** Null where nothing came; of hours and days the whole of each that the span touches. */ summary:
          historySummary.nullable(),
      }),
    ),
  }),
})
export type DeviceHistory = z.infer<typeof deviceHistory.answer>

const outage = z.object({
  beganAt: z.string(),
  endedAt: z.string().nullable(),
  reason: z.enum(['will', 'silence']),
})
export const deviceOutages = call({
  endpoint: `GET ${base}/outages`,
  summary: 'When it was not to be heard, newest first',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(outage),
})

const credentialState = z.object({
  /** Name to sign in with; null while there is none. */
  key: z.string().nullable(),
  createdAt: z.string().nullable(),
  /** Port of the broker of this server; null where it has none. */
  mqttPort: z.int().nullable(),
  /**
   * Where devices reach it, as the operator said (FURROW_DEVICE_HOST); null: as the console is
   * reached.
   */
  mqttHost: z.string().nullable(),
  /** Address for reports over HTTP. */
  httpUrl: z.string(),
  /**
   * What its maker's words can say, by our names: readings, or single layers; null where it speaks
   * ours, which have all.
   */
  channels: z.array(z.string()).nullable(),
  /** A message in its maker's words, where it speaks those. */
  example: z.string().nullable(),
})
export type CredentialState = z.infer<typeof credentialState>
export const showCredential = call({
  endpoint: `GET ${base}/credential`,
  summary: 'Whether the device can sign in, and under which name',
  access: { code: credential },
  input: z.object({ id: key }),
  answer: credentialState,
})
/**
 * Why a device was not let in, or was cut off: `eui`: it gave its number as its name; `swapped`:
 * secret and name in each other’s place; `off`: it is switched off.
 */
const attemptReasons = [
  'secret',
  'limited',
  'topic',
  'subscription',
  'packet',
  'off',
  'eui',
  'swapped',
  'unknown',
] as const
const attempt = z.object({
  id: z.int(),
  reason: z.enum(attemptReasons),
  /** As it was given, where no device has it. */ name: z.string(),
  address: z.string(),
  count: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
})
export type DeviceAttempt = z.infer<typeof attempt>
export const deviceAttempts = call({
  endpoint: `GET ${base}/attempts`,
  summary: 'When the device was not let in or was cut off, newest first',
  access: { code: credential },
  input: z.object({ id: key }),
  answer: z.array(attempt),
})
export const strangeAttempts = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/attempts',
  summary:
    'Who tried to sign in under a name that no device has, from where devices of this enterprise report',
  access: { code: credential },
  input: z.object({}),
  answer: z.array(attempt),
})
export const renewCredential = call({
  endpoint: `PUT ${base}/credential`,
  summary: 'A new secret for the device, shown this once; whoever uses the old one is cut off',
  access: { code: credential },
  secret: true,
  input: z.object({ id: key }),
  answer: z.object({ key: z.string(), secret: z.string() }),
})
export const revokeCredential = call({
  endpoint: `DELETE ${base}/credential`,
  summary: 'Takes the device’s credential back and cuts it off',
  access: { code: credential },
  input: z.object({ id: key }),
  answer: nothing,
})
