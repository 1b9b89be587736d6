import { z } from 'zod'

/** Told when the connection of a network server may have changed. */
export const networkChannel = 'furrow_lora_networks'

type LoraEventKind = 'up' | 'join' | 'status' | 'ack' | 'sent' | 'dropped' | 'other'
/** A gateway, by its EUI in lower case or its name, and how well it heard. */
interface HeardBy {
  id: string
  rssi: number | null
  snr: number | null
}
/** What a network server said of one node, whichever server it is. */
export interface LoraEvent {
  kind: LoraEventKind
  /** 16 hexadecimal digits, lower case. */
  devEui: string
  name: string | null
  /** 'application/device', as The Things Stack calls a node in its interface; null of others. */
  thing: string | null
  /** When the network heard it, in ms; null where it does not say. */
  at: number | null
  fPort: number
  payload: Buffer
  /** What the network's own codec made of it. */
  object: Record<string, unknown> | null
  /** Of the gateway that heard it best: dBm and dB. */
  rssi: number | null
  snr: number | null
  /** 5 to 12, as it was sent with. */
  spreadingFactor: number | null
  /** Of the frame: its number, Hz, and how fast it was sent. */
  counter: number | null
  frequency: number | null
  dataRate: string | null
  /** The best first; of a downlink the one that sent it. */
  gateways: HeardBy[]
  /** Of what was sent: which downlink it was. */
  queueItem: string | null
  /** Percent; null where it is not said. */
  battery: number | null
  /** Of an `ack`: which downlink the node has or has not acknowledged. */
  acknowledged: { id: string; isOk: boolean } | null
  /** Of a `dropped`: which downlink the network threw away because its time was over. */
  dropped: string | null
  /** Class C: it listens all the time, and not only just after it has spoken. */
  alwaysListens: boolean
}

/** What a node or a network is called, as it can be stored. */
const name = z
  .string()
  .max(1000)
  .transform((text) => text.toWellFormed().replaceAll('\u0000', '').slice(0, 120))
  .nullish()
const eui = z
  .string()
  .regex(/^[\da-fA-F]{16}$/)
  .transform((text) => text.toLowerCase())
const thingId = z
  .string()
  .regex(/^[a-z0-9](-?[a-z0-9]){2,35}$/)
  .nullish()
  .catch(null)
const time = z
  .string()
  .transform((text) => (Number.isNaN(Date.parse(text)) ? null : Date.parse(text)))
  .nullish()
const base64 = z
  .string()
  .max(1024)
  .transform((text) => Buffer.from(text, 'base64'))
  .nullish()
const gatewayId = z.string().max(64).nullish().catch(null)
const heard = z
  .array(
    z.looseObject({
      rssi: z.number().nullish(),
      snr: z.number().nullish(),
      gatewayId,
      gateway_ids: z.looseObject({ eui: gatewayId, gateway_id: gatewayId }).nullish().catch(null),
    }),
  )
  .nullish()
const count = z
  .int()
  .min(0)
  .max(2 ** 32)
  .nullish()
  .catch(null)
const hertz = z.coerce.number().int().min(0).max(10_000_000_000).nullish().catch(null)
const factor = z.int().min(5).max(12).nullish().catch(null)
const object = z.record(z.string(), z.unknown()).nullish()

const chirpStack = z.looseObject({
  deviceInfo: z.looseObject({
    devEui: eui,
    deviceName: name,
    deviceClassEnabled: z.string().nullish(),
  }),
  time,
  fPort: z.int().min(0).max(255).nullish(),
  data: base64,
  object,
  rxInfo: heard,
  txInfo: z
    .looseObject({
      frequency: hertz,
      modulation: z
        .looseObject({
          lora: z.looseObject({ spreadingFactor: factor, bandwidth: count }).nullish(),
        })
        .nullish(),
    })
    .nullish()
    .catch(null),
  fCnt: count,
  fCntDown: count,
  dr: count,
  gatewayId,
  queueItemId: z.string().nullish(),
  acknowledged: z.boolean().nullish(),
  batteryLevel: z.number().nullish(),
  batteryLevelUnavailable: z.boolean().nullish(),
  code: z.string().nullish(),
  context: z.looseObject({ queue_item_id: z.string().nullish() }).nullish(),
})
const thingsStack = z.looseObject({
  end_device_ids: z.looseObject({
    dev_eui: eui,
    device_id: name,
    application_ids: z.looseObject({ application_id: thingId }).nullish().catch(null),
  }),
  received_at: time,
  uplink_message: z
    .looseObject({
      f_port: z.int().min(0).max(255).nullish(),
      frm_payload: base64,
      decoded_payload: object,
      rx_metadata: heard,
      received_at: time,
      f_cnt: count,
      settings: z
        .looseObject({
          frequency: hertz,
          data_rate: z
            .looseObject({
              lora: z.looseObject({ spreading_factor: factor, bandwidth: count }).nullish(),
            })
            .nullish(),
        })
        .nullish()
        .catch(null),
    })
    .nullish(),
  join_accept: z.unknown().optional(),
})
const kinds: Readonly<Record<string, LoraEventKind>> = {
  up: 'up',
  join: 'join',
  status: 'status',
  ack: 'ack',
  txack: 'sent',
}

/**
 * Reads an event of ChirpStack v4 (`event` is said beside it: topic or query) or of The Things
 * Stack v3.
 * Null: not of either, or without a DevEUI.
 */
export function loraEventOf(body: unknown, event: string | null): LoraEvent | null {
  const chirp = chirpStack.safeParse(body)
  if (chirp.success) {
    const { deviceInfo, data, fPort, rxInfo, ...said } = chirp.data
    const battery =
      said.batteryLevel === undefined || said.batteryLevelUnavailable ? null : said.batteryLevel
    const dropped = said.code === 'EXPIRED' ? (said.context?.queue_item_id ?? null) : null
    return {
      kind: dropped ? 'dropped' : (kinds[event ?? ''] ?? (data ? 'up' : 'other')),
      devEui: deviceInfo.devEui,
      name: deviceInfo.deviceName ?? null,
      thing: null,
      at: said.time ?? null,
      fPort: fPort ?? 1,
      payload: data ?? Buffer.alloc(0),
      object: said.object ?? null,
      ...best(rxInfo),
      spreadingFactor: said.txInfo?.modulation?.lora?.spreadingFactor ?? null,
      battery: battery ?? null,
      counter: (event === 'txack' || event === 'ack' ? said.fCntDown : said.fCnt) ?? null,
      frequency: said.txInfo?.frequency ?? null,
      dataRate: rateOf(said.txInfo?.modulation?.lora, said.dr ?? null),
      gateways:
        event === 'txack' && said.gatewayId
          ? [{ id: said.gatewayId.toLowerCase(), rssi: null, snr: null }]
          : heardBy(rxInfo),
      queueItem: said.queueItemId ?? null,
      acknowledged:
        event !== 'txack' && said.queueItemId
          ? { id: said.queueItemId, isOk: said.acknowledged ?? false }
          : null,
      dropped,
      alwaysListens: deviceInfo.deviceClassEnabled === 'CLASS_C',
    }
  }
  const things = thingsStack.safeParse(body)
  if (!things.success) return null
  const {
    end_device_ids: ids,
    uplink_message: up,
    received_at: receivedAt,
    join_accept: join,
  } = things.data
  return {
    kind: up ? 'up' : join ? 'join' : 'other',
    devEui: ids.dev_eui,
    name: ids.device_id ?? null,
    thing: thingOf(ids.application_ids?.application_id, ids.device_id),
    at: up?.received_at ?? receivedAt ?? null,
    fPort: up?.f_port ?? 1,
    payload: up?.frm_payload ?? Buffer.alloc(0),
    object: up?.decoded_payload ?? null,
    ...best(up?.rx_metadata),
    spreadingFactor: up?.settings?.data_rate?.lora?.spreading_factor ?? null,
    battery: null,
    acknowledged: null,
    dropped: null,
    alwaysListens: false,
    counter: up?.f_cnt ?? null,
    frequency: up?.settings?.frequency ?? null,
    dataRate: rateOf(
      {
        spreadingFactor: up?.settings?.data_rate?.lora?.spreading_factor,
        bandwidth: up?.settings?.data_rate?.lora?.bandwidth,
      },
      null,
    ),
    gateways: heardBy(up?.rx_metadata),
    queueItem: null,
  }
}

const thingOf = (application: string | null | undefined, device: string | null | undefined) => {
  const id = thingId.parse(device)
  return application && id ? `${application}/${id}` : null
}

function best(
  heardBy: readonly { rssi?: number | null; snr?: number | null }[] | null | undefined,
): { rssi: number | null; snr: number | null } {
  const [first] = [...(heardBy ?? [])].sort((a, b) => (b.rssi ?? -999) - (a.rssi ?? -999))
  return { rssi: first?.rssi ?? null, snr: first?.snr ?? null }
}

type Heard =
  | readonly {
      rssi?: number | null | undefined
      snr?: number | null | undefined
      gatewayId?: string | null | undefined
      gateway_ids?:
        | { eui?: string | null | undefined; gateway_id?: string | null | undefined }
        | null
        | undefined
    }[]
  | null
  | undefined
const mostGateways = 16
/** Gateways by name, the best first. */
const heardBy = (all: Heard): HeardBy[] =>
  (all ?? [])
    .flatMap(({ rssi = null, snr = null, gatewayId, gateway_ids: ids }) => {
      const id = gatewayId ?? ids?.eui ?? ids?.gateway_id
      return id ? [{ id: id.toLowerCase().toWellFormed().replaceAll('\u0000', ''), rssi, snr }] : []
    })
    .sort((a, b) => (b.rssi ?? -999) - (a.rssi ?? -999))
    .slice(0, mostGateways)
const rateOf = (
  lora:
    | { spreadingFactor?: number | null | undefined; bandwidth?: number | null | undefined }
    | null
    | undefined,
  rate: number | null,
): string | null =>
  lora?.spreadingFactor
    ? `SF${lora.spreadingFactor}${lora.bandwidth ? `BW${lora.bandwidth / 1000}` : ''}${rate === null ? '' : ` DR${rate}`}`
    : rate === null
      ? null
      : `DR${rate}`
