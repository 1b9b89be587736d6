import { sql } from 'kysely'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { noCodec } from '#contract/connectivity/lora.ts'
import { arrival } from '#server/db/arrival.ts'
import { row, type Database, type Tx } from '#server/db/database.ts'
import { keptText } from '#server/db/kept-text.ts'
import type { IngestQueue } from '#server/modules/telemetry/engine/ingest-queue.ts'
import { translateFor } from '#server/modules/telemetry/engine/parse-telemetry.ts'
import {
  loggedText,
  readMessage,
  type ReadMessage,
} from '#server/modules/telemetry/engine/read-message.ts'
import type { CodecRunner } from '#server/modules/connectivity/engine/lora/codec.ts'
import { keepDownlink, keepFrame } from '#server/modules/connectivity/engine/lora/frames.ts'
import { loraEventOf, type LoraEvent } from '#server/modules/connectivity/engine/lora/event.ts'

/** An event, and the device that its node is. */
export interface Taken {
  said: LoraEvent
  node: Node | null
}
export interface Node {
  id: number
  deviceType: string
  dialect: string
  reportMinutes: number
  script: string | null
  alwaysListens: 0 | 1
}
const mostStrangers = 100
const heardEveryMs = 10_000

/** Takes what LoRaWAN network servers say, over whichever road, to the same ingest as MQTT. */
export class LoraIngest {
  readonly #db: Database
  readonly #intake: IngestQueue
  readonly #codecs: CodecRunner
  readonly #heardAt = new Map<number, number>()
  constructor(db: Database, intake: IngestQueue, codecs: CodecRunner) {
    this.#db = db
    this.#intake = intake
    this.#codecs = codecs
  }

  /** Resolves once a tenant's next event may come. */
  async room(tenant: number): Promise<void> {
    if (this.#intake.isFullFor(tenant))
      await new Promise<void>((resolve) => this.#intake.whenRoom(resolve, tenant))
  }
  /**
   * Resolves after COMMIT with what was read; null: nothing could be. Errors: rejects when it is
   * not stored, to be sent again.
   */
  async take(
    tenant: number,
    network: number,
    body: unknown,
    event: string | null,
  ): Promise<Taken | null> {
    const arrivedAt = arrival()
    const said = loraEventOf(body, event)
    if (!said) return null
    let gateways: number[] = []
    const node = await this.#db.write(tenant, async (tx) => {
      const now = Date.now()
      if (now - (this.#heardAt.get(network) ?? 0) > heardEveryMs) {
        this.#heardAt.set(network, now)
        await sql`update lora_network set last_heard_at = now() where id = ${network}`.execute(tx)
      }
      const found = await row<Node>(
        tx,
        sql`select d.id, d.device_type, d.dialect, d.report_minutes, d.always_listens, c.script
          from device d left join payload_codec c on c.id = d.codec_id
        where lower(d.eui) = ${said.devEui} and d.enabled_flag = 1`,
      )
      if (!found) await this.#meetStranger(tx, network, said)
      else if (said.kind === 'up' && said.alwaysListens !== (found.alwaysListens === 1))
        await sql`update device set always_listens = ${said.alwaysListens ? 1 : 0} where id = ${found.id}`.execute(
          tx,
        )
      if (found) gateways = await keepFrame(tx, found.id, network, said)
      return found
    })
    // Whoever heard it is there, and has something new to show.
    for (const gateway of gateways) this.#intake.seen(tenant, gateway)
    // What a network says of its queue, or of what it sent, is no word of the node's.
    if (node && said.kind === 'sent') this.#intake.changed(tenant, [node.id])
    if (!node || said.kind === 'dropped' || said.kind === 'sent') return { said, node }
    await new Promise<void>((resolve, reject) => {
      const done = (error: Error | null) => (error ? reject(error) : resolve())
      this.#hand(tenant, node, said, arrivedAt, done).catch(done)
    })
    return { said, node }
  }

  /** Notes what was handed to a network server for a node. */
  async handed(
    tenant: number,
    device: number,
    downlink: { queueItem: string; port: number; payload: Buffer },
  ): Promise<void> {
    await this.#db.write(tenant, (tx) => keepDownlink(tx, device, downlink))
    this.#intake.changed(tenant, [device])
  }
  async #hand(
    tenant: number,
    node: Node,
    said: LoraEvent,
    arrivedAt: number,
    done: (error: Error | null) => void,
  ): Promise<void> {
    const own = ownValues(node.deviceType, said)
    if (said.kind !== 'up' && Object.keys(own).length === 0)
      return this.#intake.seen(tenant, node.id, done)
    const receivedAt = Date.now()
    const { values, error } =
      said.kind === 'up' ? await this.#decode(tenant, node, said) : { values: {}, error: null }
    const ts = said.at ?? receivedAt
    const translate = said.kind === 'up' ? translateFor({ ...node, deviceId: node.id }) : undefined
    // What a codec makes of a payload may be its maker's words: the frames that a node passes on.
    const content = translate ? { ts, ...values } : { ts, values: { ...own, ...values } }
    const read: ReadMessage = readMessage(
      deviceTypeNamed(node.deviceType),
      Buffer.from(JSON.stringify(content)),
      receivedAt,
      translate && ((one, complain) => [{ ts, values: own }, ...translate(one, complain)]),
    )
    if (error)
      read.problems.unshift({
        code: 'codec',
        channel: keptText(error, 200),
      })
    const logged = Buffer.from(
      JSON.stringify({
        lora: said.kind,
        fPort: said.fPort,
        payload: said.payload.toString('hex'),
        rssi: said.rssi,
        snr: said.snr,
        values,
      }),
    )
    this.#intake.message(
      tenant,
      {
        device: node.id,
        ...read,
        bytes: said.payload.length,
        text: loggedText(logged),
        receivedAt,
        arrivedAt,
      },
      done,
    )
  }
  async #decode(
    tenant: number,
    { script }: Node,
    { fPort, payload, object }: LoraEvent,
  ): Promise<{ values: Record<string, unknown>; error: string | null }> {
    if (!script) return object ? { values: object, error: null } : { values: {}, error: noCodec }
    const { values, error } = await this.#codecs.decode(tenant, script, fPort, payload)
    return { values: values ?? {}, error }
  }

  async #meetStranger(tx: Tx, network: number, { devEui, name }: LoraEvent): Promise<void> {
    await sql`insert into lora_stranger as s (network_id, dev_eui, name) values (${network}, ${devEui}, ${name})
      on conflict (tenant_id, network_id, dev_eui) do update
      set last_at = now(), count = s.count + 1, name = excluded.name`.execute(tx)
    await sql`delete from lora_stranger where network_id = ${network} and dev_eui in
      (select dev_eui from lora_stranger where network_id = ${network}
      order by last_at desc, dev_eui offset ${mostStrangers})`.execute(tx)
  }
}

/**
 * What the network knows of a node besides its payload, as far as its type has a reading for it.
 */
function ownValues(
  deviceType: string,
  { rssi, snr, spreadingFactor, battery }: LoraEvent,
): Record<string, number> {
  const { readings } = deviceTypeNamed(deviceType)
  // A node's own words call what it is heard with `rssi`; gateways and others `signal`.
  const known = { rssi, signal: rssi, snr, spreadingFactor, battery }
  return Object.fromEntries(
    Object.entries(known).filter(
      (entry): entry is [string, number] => entry[1] !== null && Object.hasOwn(readings, entry[0]),
    ),
  )
}
