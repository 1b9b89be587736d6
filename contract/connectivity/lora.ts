import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { codes, entity, rest } from '../entity.ts'
import { choice, flag, id, moment, text } from '../field.ts'
import { typeCodes, typeWords } from '../devices/index.ts'
import { entityScreen } from '../screen.ts'

const key = z.coerce.number().int().positive()

const codecPrefix = 'wfpf.farm.equipment.config.payloadCodec'
const codecCodes = codes(`${codecPrefix}.ps`, 'create', 'edit', 'delete', 'try')
/**
 * How one model of LoRaWAN node packs its readings: a script with `decodeUplink(input)`, as
 * ChirpStack and TTN have them.
 */
export const payloadCodec = entity('payloadCodec', {
  module: 'equipment',
  title: 'name',
  permissions: { list: codecPrefix, ...codecCodes },
  // A device’s form offers those of its type first.
  lookupAccess: { fields: ['deviceType'] },
  // chosen: the specification names no call or route for codecs
  api: rest('wfpe/v1/{tenant}/payload-codec'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    maker: text({ max: 60 }),
    /** What it is written for; none: whatever names its channels so. */
    deviceType: choice(typeCodes, { words: typeWords }),
    script: text({ required: true, max: 20_000 }),
    description: text({ max: 200 }),
  },
})
export const payloadCodecScreen = entityScreen('payloadCodec', payloadCodec, {
  route: '/web/equipment/payload-codec',
  module: 'farm',
  group: 'connections',
  icon: 'codec',
  at: 4,
})

/** What stands in place of a script's own words where a node has no script. */
export const noCodec = 'no codec'

/** Payload as hexadecimal digits; spaces between them are for people. */
const hex = z
  .string()
  .transform((given) => given.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^([\da-fA-F]{2}){1,255}$/))
export const tryCodec = call({
  endpoint: 'POST /wfpe/v1/{tenant}/payload-codec/try',
  summary: 'What a script makes of a payload; nothing is stored',
  access: { code: codecCodes.try },
  input: z.object({
    script: z.string().min(1).max(20_000),
    fPort: z.int().min(1).max(255),
    payload: hex,
  }),
  answer: z.object({
    values: z.record(z.string(), z.unknown()).nullable(),
    error: z.string().nullable(),
    warnings: z.array(z.string()),
  }),
  unaudited: true,
})

const networkPrefix = 'wfpf.farm.equipment.config.loraNetwork'
const networkCodes = codes(`${networkPrefix}.ps`, 'create', 'edit', 'delete', 'connect')
/**
 * A LoRaWAN network server that sends us what its nodes say: by HTTP with a token, or over its own
 * MQTT broker.
 */
export const loraNetwork = entity('loraNetwork', {
  module: 'equipment',
  title: 'name',
  permissions: { list: networkPrefix, ...networkCodes },
  api: rest('wfpe/v1/{tenant}/lora-network'),
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    /** Where its broker is, such as 'mqtt://10.0.0.5:1883'; none: it comes by HTTP. */
    brokerUrl: text({ max: 200, pattern: /^(|mqtts?:\/\/[\w.:[\]-]+)$/ }),
    brokerUser: text({ max: 60 }),
    /**
     * Where its REST interface is (ChirpStack's, such as 'https://lora.example.com:8090'); none:
     * keys and its queue are looked after there by hand.
     */
    apiUrl: text({ max: 200, pattern: /^(|https?:\/\/[\w.:[\]/-]+)$/ }),
    enabledFlag: flag({}),
    lastHeardAt: moment({ readonly: true }),
    description: text({ max: 200 }),
  },
})
export const loraNetworkScreen = entityScreen('loraNetwork', loraNetwork, {
  route: '/web/equipment/lora-network',
  module: 'farm',
  group: 'connections',
  icon: 'network',
  at: 3,
})

const stranger = z.object({
  devEui: z.string(),
  name: z.string().nullable(),
  lastAt: z.string(),
  count: z.int(),
})
const networkState = z.object({
  /** Whether a token has been given out, and when. */
  tokenAt: z.string().nullable(),
  hasPassword: z.boolean(),
  hasApiToken: z.boolean(),
  /** Where its HTTP integration sends to. */
  url: z.string(),
  /** What hinders the connection to its broker, in its own words. */
  problem: z.string().nullable(),
  /**
   * Nodes that it speaks of and that no device of ours stands for; newest first, a hundred at most.
   */
  strangers: z.array(stranger),
})
export type LoraNetworkState = z.infer<typeof networkState>
export const showLoraNetwork = call({
  endpoint: 'GET /wfpe/v1/{tenant}/lora-network/{id}/connection',
  summary: 'How a network server is connected, and nodes of it that are unknown here',
  access: { code: networkPrefix },
  input: z.object({ id: key }),
  answer: networkState,
})
export const renewLoraToken = call({
  endpoint: 'PUT /wfpe/v1/{tenant}/lora-network/{id}/token',
  summary: 'A new token for its HTTP integration, shown this once; the old one ends',
  access: { code: networkCodes.connect },
  secret: true,
  input: z.object({ id: key }),
  answer: z.object({ token: z.string() }),
})
export const setLoraPassword = call({
  endpoint: 'PUT /wfpe/v1/{tenant}/lora-network/{id}/password',
  summary: 'The password for its broker; an empty one takes it away',
  access: { code: networkCodes.connect },
  input: z.object({ id: key, password: z.string().max(200) }),
  answer: nothing,
})
export const setLoraApiToken = call({
  endpoint: 'PUT /wfpe/v1/{tenant}/lora-network/{id}/api-token',
  summary: 'The token for its REST interface; an empty one takes it away',
  access: { code: networkCodes.connect },
  input: z.object({ id: key, token: z.string().max(1000) }),
  answer: nothing,
})
