import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { MqttClient } from 'mqtt'
import { rows, type Database } from '#server/db/database.ts'
import { isOfDatabase, noteFault } from '#server/db/parts.ts'
import { decryptSecret } from '#server/db/secret.ts'
import { keptText } from '#server/db/kept-text.ts'
import { openBroker } from '#server/modules/connectivity/engine/lora/broker-address.ts'
import { closed } from '#server/modules/telemetry/engine/ingest-queue.ts'
import { networkChannel } from '#server/modules/connectivity/engine/lora/event.ts'
import type { LoraDownlinks } from './lora-downlinks.ts'
import type { LoraIngest } from './lora-ingest.ts'

interface Wanted {
  tenantId: number
  networkId: number
  brokerUrl: string
  brokerUser: string | null
  sealedPassword: string | null
}

const readAgainMs = 30_000
const retryMs = 5000
const events = 'application/+/device/+/event/+'

/**
 * Keeps a connection to the broker of each network server that has one. An uplink is acknowledged
 * after its commit.
 */
export class LoraBrokers {
  readonly #db: Database
  readonly #intake: LoraIngest
  readonly #downlinks: LoraDownlinks
  readonly #secret: string
  readonly #open = new Map<string, MqttClient>()
  /**
   * Of this installation: what came while it was down waits at the other broker under this name.
   */
  readonly #name: string
  #unlisten: () => Promise<void> = async () => undefined
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> = Promise.resolve()
  readonly #allowsPrivate: boolean
  constructor(
    db: Database,
    intake: LoraIngest,
    downlinks: LoraDownlinks,
    { secret, privateBrokers = false }: { secret: string; privateBrokers?: boolean },
  ) {
    this.#allowsPrivate = privateBrokers
    this.#db = db
    this.#intake = intake
    this.#downlinks = downlinks
    this.#secret = secret
    this.#name = createHash('sha256').update(`${hostname()} ${secret}`).digest('hex').slice(0, 10)
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#db.listen(networkChannel, () => this.#again())
    this.#timer = setInterval(() => this.#again(), readAgainMs)
    this.#again()
  }
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#unlisten()
    await this.#reading
    await Promise.all([...this.#open.values()].map((client) => client.endAsync(true)))
  }

  #again(): void {
    this.#reading = this.#reading.then(() => this.#read()).catch(() => undefined)
  }
  async #read(): Promise<void> {
    const wanted = await this.#db.platform((tx) =>
      rows<Wanted>(tx, sql`select * from furrow_lora_brokers()`),
    )
    const names = new Map(wanted.map((one) => [JSON.stringify(one), one]))
    for (const [name, client] of this.#open) {
      if (names.has(name)) continue
      this.#open.delete(name)
      await client.endAsync(true)
    }
    for (const [name, one] of names)
      if (!this.#open.has(name)) this.#open.set(name, this.#dial(one))
  }

  #dial({ tenantId, networkId, brokerUrl, brokerUser, sealedPassword }: Wanted): MqttClient {
    const client = new MqttClient(() => openBroker(brokerUrl, this.#allowsPrivate), {
      clientId: `furrow-${this.#name}-${networkId}`,
      clean: false,
      reconnectPeriod: retryMs,
      protocolVersion: 4,
      username: brokerUser || undefined,
      password: sealedPassword ? decryptSecret(this.#secret, sealedPassword) : undefined,
    })
    const note = (problem: string | null) =>
      void this.#db
        .write(tenantId, (tx) =>
          sql`update lora_network set problem = ${problem} where id = ${networkId}
            and problem is distinct from ${problem}`.execute(tx),
        )
        .catch(() => undefined)
    client.on('error', (error) => note(keptText(error.message, 200)))
    client.on('connect', () => {
      client.subscribe(events, { qos: 1 }, (error, granted) =>
        note(
          error
            ? keptText(error.message, 200)
            : granted?.[0]?.qos === 128
              ? 'subscription refused'
              : null,
        ),
      )
    })
    client.on('offline', () => note('no connection'))
    client.handleMessage = (packet, done) => {
      const read = bodyOf(packet)
      if (read === undefined) return done()
      this.#downlinks.speaks(tenantId, client, packet.topic)
      // Not stored: no acknowledgement; the connection begins anew and the other broker sends it
      // again.
      const take = async () => {
        await this.#intake.room(tenantId)
        return this.#intake.take(tenantId, networkId, read, packet.topic.split('/').at(-1) ?? null)
      }
      take().then(
        (taken) => {
          if (taken) this.#downlinks.heard(tenantId, client, packet.topic, taken)
          done()
        },
        (error: unknown) => {
          if (isOfDatabase(error) || isClosing(error)) return client.reconnect()
          // Sent again it would fail again, and keep all that comes after it waiting.
          noteFault(`an event of network ${networkId}`, error)
          done()
        },
      )
    }
    return client
  }
}

/** Ingest is stopping: the other broker keeps it until we are back. */
const isClosing = (error: unknown) => error instanceof Error && error.message === closed().message

function bodyOf({ payload }: { payload: string | Buffer }): unknown {
  try {
    return JSON.parse(payload.toString()) as unknown
  } catch {
    return undefined
  }
}
