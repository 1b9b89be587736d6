import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { noCodec } from '#contract/connectivity/lora.ts'
import type { Control, DeviceTransport } from '#server/modules/command/engine/control.ts'
import type { Recalled } from '#server/modules/command/engine/recall.ts'
import type { reachNode } from '#server/modules/connectivity/engine/lora/network-api.ts'
import type { CodecRunner } from '#server/modules/connectivity/engine/lora/codec.ts'
import { noteFault } from '#server/db/parts.ts'
import type { Taken } from './lora-ingest.ts'

/** So long after its last word a node still counts as reachable, in report periods and ms. */
const periods = 2.5
const shortestMs = 90_000
/**
 * So long after its report a node of class A listens, and what is handed on by then still reaches
 * it.
 */
const windowMs = 1000
/**
 * What misses that is not to lie in the network's queue until the next report, where nobody could
 * take it back.
 */
const inQueueMs = 10_000

interface Queued {
  command: number
  onDelivered: () => void
}
interface Reached {
  client: MqttClient
  application: string
  devEui: string
  script: string | null
  at: number
  forMs: number
  alwaysListens: boolean
  /** When it last spoke: its window opens. */
  spokeAt: number
  /**
   * An order handed on at its report came too late for it: from then on orders lie ready before it.
   */
  isMissed: boolean
  /** What lies at the network server, by queue item. */
  queued: Map<string, Queued>
}
/** An order as its device's dialect words it. */
interface Order {
  id: number
  expiresAt: string
  [word: string]: unknown
}
const mostQueued = 20
/** The other interface of a node's network. */
type Reach = (tenant: number, device: number) => ReturnType<typeof reachNode>
/** Hears of what was handed to a network server. */
type Handed = (
  tenant: number,
  device: number,
  downlink: { queueItem: string; port: number; payload: Buffer },
) => Promise<void>

/**
 * Commands to nodes of networks whose brokers we are connected to: encoded by the node's codec and
 * queued there. The queue can not be emptied over that connection, so an order to a node that
 * sleeps stays here, where it can be taken back, until the node speaks; and each item carries its
 * end, after which the server drops it (ChirpStack 4.10 and later). What lies there all the same is
 * called back by the network's other interface, where it is known.
 */
export class LoraDownlinks implements DeviceTransport {
  readonly #codecs: CodecRunner
  readonly #control: Control
  readonly #nodes = new Map<string, Reached>()
  readonly #byEui = new Map<string, string>()
  readonly #handed: Handed
  readonly #reach: Reach
  constructor(codecs: CodecRunner, control: Control, handed: Handed, reach: Reach) {
    this.#handed = handed
    this.#reach = reach
    this.#codecs = codecs
    this.#control = control
  }

  /**
   * A node that is known speaks: before what it says is stored, as it listens only for a moment.
   */
  speaks(tenant: number, client: MqttClient, topic: string): void {
    const [, application, , devEui, , kind] = topic.split('/')
    const name = this.#byEui.get(`${tenant}/${devEui?.toLowerCase()}`)
    const node = name === undefined ? undefined : this.#nodes.get(name)
    if (!name || !node || kind !== 'up' || node.application !== application) return
    Object.assign(node, { client, at: Date.now(), spokeAt: Date.now() })
    this.#control.listening(tenant, Number(name.split('/')[1]))
  }
  /** A node was heard over this connection; `topic` is that of its event. */
  heard(tenant: number, client: MqttClient, topic: string, { said, node }: Taken): void {
    const application = topic.split('/')[1]
    if (!node || !application) return
    const name = `${tenant}/${node.id}`
    const known = this.#nodes.get(name)
    const queued = known?.queued ?? new Map<string, Queued>()
    const now = Date.now()
    if (said.kind === 'sent') return
    if (said.kind === 'dropped') return this.#dropped(tenant, node.id, known, said.dropped)
    this.#byEui.set(`${tenant}/${said.devEui}`, name)
    this.#nodes.set(name, {
      client,
      application,
      devEui: said.devEui,
      script: node.script,
      at: now,
      forMs: Math.max(shortestMs, node.reportMinutes * 60_000 * periods),
      alwaysListens:
        said.kind === 'up'
          ? said.alwaysListens
          : (known?.alwaysListens ?? node.alwaysListens === 1),
      spokeAt: known?.spokeAt ?? (said.kind === 'up' ? now : 0),
      isMissed: known?.isMissed ?? false,
      queued,
    })
    const item = said.acknowledged && queued.get(said.acknowledged.id)
    if (item && said.acknowledged?.isOk) item.onDelivered()
    if (said.acknowledged) queued.delete(said.acknowledged.id)
    this.#control.listening(tenant, node.id)
  }
  #dropped(tenant: number, device: number, node: Reached | undefined, id: string | null): void {
    const item = id === null ? undefined : node?.queued.get(id)
    if (!node || !item) return
    node.queued.delete(id!)
    node.isMissed = true
    this.#control.returned(tenant, device, item.command).catch(() => undefined)
  }

  /** Empties the node's queue there. */
  async recall(tenant: number, device: number): Promise<Recalled | null> {
    const there = await this.#reach(tenant, device)
    if (!there) return null
    const items = await there.api.queue(there.eui)
    await there.api.flush(there.eui)
    const queued = this.#nodes.get(`${tenant}/${device}`)?.queued
    const never = new Set<number>()
    for (const { id, isPending } of items) {
      const item = queued?.get(id)
      if (!item || isPending) continue
      never.add(item.command)
      queued!.delete(id)
    }
    return { never, isInAir: items.some(({ isPending }) => isPending) }
  }

  has(tenant: number, device: number): boolean {
    const node = this.#nodes.get(`${tenant}/${device}`)
    const now = Date.now()
    return (
      node !== undefined &&
      node.client.connected &&
      now - node.at < node.forMs &&
      (node.alwaysListens || node.isMissed || now - node.spokeAt < windowMs)
    )
  }
  /** Each is queued as one that the node has to confirm. */
  acknowledges(): boolean {
    return true
  }
  send(tenant: number, device: number, payload: string, onDelivered: () => void): void {
    const order = JSON.parse(payload) as Order
    // Whatever keeps it from going out is said of this one order; the next is not held up by it.
    this.#send(tenant, device, order, onDelivered).catch((error: unknown) =>
      this.#refuse(tenant, device, order.id, error instanceof Error ? error.message : 'not sent'),
    )
  }
  #refuse(tenant: number, device: number, id: number, reason: string): Promise<void> {
    return this.#control.answered(tenant, device, { id, ok: false, reason }).catch(() => undefined)
  }
  async #send(
    tenant: number,
    device: number,
    { id, expiresAt, ...words }: Order,
    onDelivered: () => void,
  ): Promise<void> {
    const node = this.#nodes.get(`${tenant}/${device}`)
    if (!node) return
    const made = node.script
      ? await this.#codecs.encode(tenant, node.script, words)
      : { error: noCodec }
    if ('error' in made) return this.#refuse(tenant, device, id, made.error)
    const ends = Date.parse(expiresAt)
    if (Date.now() >= ends) return this.#control.returned(tenant, device, id)
    const queued = randomUUID()
    for (const old of [...node.queued.keys()].slice(0, -mostQueued)) node.queued.delete(old)
    node.queued.set(queued, { command: id, onDelivered })
    const isShort = !node.alwaysListens && !node.isMissed
    const drop = new Date(isShort ? Math.min(ends, Date.now() + inQueueMs) : ends).toISOString()
    node.client.publish(
      `application/${node.application}/device/${node.devEui}/command/down`,
      JSON.stringify({
        id: queued,
        devEui: node.devEui,
        confirmed: true,
        fPort: made.fPort,
        data: made.bytes.toString('base64'),
        expiresAt: drop,
      }),
      { qos: 1 },
    )
    this.#handed(tenant, device, {
      queueItem: queued,
      port: made.fPort,
      payload: made.bytes,
    }).catch((error: unknown) => noteFault(`a downlink to device ${device}`, error))
  }
}
