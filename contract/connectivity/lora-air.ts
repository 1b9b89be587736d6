import { z } from 'zod'
import { call } from '../call.ts'
import { device } from '../equipment/device.ts'
import { editsDevices, seesDevices } from '../equipment/device-calls.ts'

const key = z.coerce.number().int().positive()
const base = '/wfpe/v1/{tenant}/device/{id}/lora'
const { credential } = device.permissions

/** How a node gets its session: it joins with a root key, or has session keys from the start. */
export const activations = ['otaa', 'abp'] as const
export const regions = [
  'CN470',
  'EU868',
  'US915',
  'AS923',
  'AS923_2',
  'AS923_3',
  'AS923_4',
  'AU915',
  'CN779',
  'EU433',
  'IN865',
  'KR920',
  'RU864',
  'ISM2400',
] as const
export const deviceClasses = ['A', 'B', 'C'] as const
export const macVersions = ['1.0.2', '1.0.3', '1.0.4', '1.1.0'] as const
const hex = (bytes: number) => z.string().regex(new RegExp(`^[\\da-fA-F]{${bytes * 2}}$`))

const session = z.object({
  activation: z.enum(activations),
  region: z.enum(regions),
  deviceClass: z.enum(deviceClasses),
  macVersion: z.enum(macVersions),
  joinEui: z.string().nullable(),
  devAddr: z.string().nullable(),
  /**
   * When its keys were made, and when its network server was told of them; they are shown only
   * then.
   */
  keysAt: z.string().nullable(),
  pushedAt: z.string().nullable(),
  networkName: z.string().nullable(),
  /** Whether that network's REST interface is configured. */ hasApi: z.boolean(),
  joinedAt: z.string().nullable(),
  upCounter: z.int().nullable(),
  downCounter: z.int().nullable(),
  received: z.int(),
  lost: z.int(),
  countedSince: z.string().nullable(),
})
export type LoraSession = z.infer<typeof session>
export const loraSession = call({
  endpoint: `GET ${base}`,
  summary: 'How a LoRaWAN node is activated, and what was counted of its frames',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: session,
})
export const saveLoraSession = call({
  endpoint: `PUT ${base}`,
  summary: 'Region, class, version and kind of activation of a LoRaWAN node',
  access: { code: editsDevices },
  input: z.strictObject({
    id: key,
    activation: z.enum(activations),
    region: z.enum(regions),
    deviceClass: z.enum(deviceClasses),
    macVersion: z.enum(macVersions),
    joinEui: hex(8).nullish(),
  }),
  answer: session,
})
const keys = z.object({
  devEui: z.string(),
  joinEui: z.string().nullable(),
  appKey: z.string().nullable(),
  nwkKey: z.string().nullable(),
  devAddr: z.string().nullable(),
  nwkSKey: z.string().nullable(),
  appSKey: z.string().nullable(),
  /** What hindered telling the network server; null: it knows, or is told by hand. */ problem: z
    .string()
    .nullable(),
  isPushed: z.boolean(),
})
export type LoraKeys = z.infer<typeof keys>
export const renewLoraKeys = call({
  endpoint: `POST ${base}/keys`,
  summary:
    'New keys for a node, or the ones on its label, shown this once; its network server is told where its interface is known. The old ones end',
  access: { code: credential },
  secret: true,
  input: z.strictObject({
    id: key,
    appKey: hex(16).nullish(),
    devAddr: hex(4).nullish(),
    nwkSKey: hex(16).nullish(),
    appSKey: hex(16).nullish(),
  }),
  answer: keys,
})
export const resetLoraCounters = call({
  endpoint: `POST ${base}/counters/reset`,
  summary: 'Counts frames from nothing again, as after a reset of the node',
  access: { code: editsDevices },
  input: z.object({ id: key }),
  answer: session,
})
export const restartLoraSession = call({
  endpoint: `POST ${base}/session/restart`,
  summary:
    'Counters from nothing at the network server too: the session of a node that joins ends there, and it must join again; one that was given begins anew',
  access: { code: credential },
  input: z.object({ id: key }),
  answer: session,
})

const frameKinds = ['up', 'join', 'down', 'ack'] as const
const gateway = z.object({
  id: z.string(),
  name: z.string().nullable(),
  deviceId: z.int().nullable(),
  rssi: z.number().nullable(),
  snr: z.number().nullable(),
})
const frame = z.object({
  id: z.int(),
  deviceId: z.int(),
  deviceName: z.string(),
  at: z.string(),
  kind: z.enum(frameKinds),
  port: z.int().nullable(),
  counter: z.int().nullable(),
  payload: z.string(),
  frequency: z.int().nullable(),
  dataRate: z.string().nullable(),
  spreadingFactor: z.int().nullable(),
  gateways: z.array(gateway),
  /** Frames missing before it. */ lost: z.int(),
})
export type LoraFrame = z.infer<typeof frame>
export const loraFrames = call({
  endpoint: `GET ${base}/frames`,
  summary: 'The last frames of a node, or that a gateway heard, newest first',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(frame),
})
const heard = z.object({
  gateway: z.string(),
  gatewayName: z.string().nullable(),
  gatewayId: z.int().nullable(),
  gatewayType: z.string().nullable(),
  gatewayLatlng: z.string().nullable(),
  deviceId: z.int(),
  deviceName: z.string(),
  deviceType: z.string(),
  latlng: z.string().nullable(),
  online: z.literal([0, 1]),
  count: z.int(),
  lastAt: z.string(),
  rssi: z.number().nullable(),
  snr: z.number().nullable(),
  bestRssi: z.number().nullable(),
  bestSnr: z.number().nullable(),
})
export type LoraHeard = z.infer<typeof heard>
export const loraCoverage = call({
  endpoint: `GET ${base}/heard`,
  summary: 'Nodes that a gateway heard, or gateways that heard a node, the best signal first',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.array(heard),
})
/** Links that one answer of the map tells of. */
export const mostLoraLinks = 2000
export const loraLinks = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/lora/heard',
  summary:
    'Which gateway heard which node in the last thirty days, of those that both stand somewhere, the weakest first',
  access: { code: seesDevices },
  input: z.object({}),
  answer: z.array(heard),
})

const queued = z.object({
  where: z.enum(['here', 'network']),
  id: z.string(),
  commandId: z.int().nullable(),
  what: z.string(),
  payload: z.string().nullable(),
  port: z.int().nullable(),
  at: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type LoraQueued = z.infer<typeof queued>
export const loraQueue = call({
  endpoint: `GET ${base}/queue`,
  summary: 'What waits for a node: here, and at its network server where its interface is known',
  access: { code: seesDevices },
  input: z.object({ id: key }),
  answer: z.object({
    items: z.array(queued),
    /** What hindered asking the network server. */ problem: z.string().nullable(),
    hasApi: z.boolean(),
  }),
})
export const flushLoraQueue = call({
  endpoint: `DELETE ${base}/queue`,
  summary: 'Cancels all that waits for a node here, and empties its queue at the network server',
  access: { code: device.permissions.control },
  input: z.object({ id: key }),
  answer: z.object({ cancelled: z.int(), problem: z.string().nullable() }),
})
