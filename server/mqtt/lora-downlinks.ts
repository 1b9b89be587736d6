import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { noCodec } from '#contract/equipment/lora.ts'
import type { Control, FieldLink } from '#server/engines/control/control.ts'
import type { CodecRunner } from '#server/engines/lora/codec.ts'
import type { Taken } from './lora-intake.ts'

/** So long after its last word a node still counts as reachable, in report periods and ms. */
const periods = 2.5
const shortestMs = 90_000

interface Reached { client: MqttClient; application: string; devEui: string; script: string | null; at: number; forMs: number; pending: Map<string, () => void> }
/** An order as its device's dialect words it. */
interface Order { id: number; expiresAt: string; [word: string]: unknown }

/** Commands to nodes of networks whose brokers we are connected to: encoded by the node's codec and queued there. */
export class LoraDownlinks implements FieldLink {
  readonly #codecs: CodecRunner
  readonly #control: Control
  readonly #nodes = new Map<string, Reached>()
  constructor(codecs: CodecRunner, control: Control) {
    this.#codecs = codecs
    this.#control = control
  }

  /** A node was heard over this connection; `topic` is that of its event. */
  heard(tenant: number, client: MqttClient, topic: string, { said, node }: Taken): void {
    const application = topic.split('/')[1]
    if (!node || !application) return
    const name = `${tenant}/${node.id}`
    const pending = this.#nodes.get(name)?.pending ?? new Map<string, () => void>()
    this.#nodes.set(name, { client, application, devEui: said.devEui, script: node.script, at: Date.now(), forMs: Math.max(shortestMs, node.reportMinutes * 60_000 * periods), pending })
    if (said.acknowledged?.isOk) pending.get(said.acknowledged.id)?.()
    if (said.acknowledged) pending.delete(said.acknowledged.id)
    this.#control.listening(tenant, node.id)
  }

  has(tenant: number, device: number): boolean {
    const node = this.#nodes.get(`${tenant}/${device}`)
    return node !== undefined && node.client.connected && Date.now() - node.at < node.forMs
  }
  send(tenant: number, device: number, payload: string, onDelivered: () => void): void {
    const order = JSON.parse(payload) as Order
    // Whatever keeps it from going out is said of this one order; the next is not held up by it.
    this.#send(tenant, device, order, onDelivered).catch((error: unknown) => this.#refuse(tenant, device, order.id, error instanceof Error ? error.message : 'not sent'))
  }
  #refuse(tenant: number, device: number, id: number, reason: string): Promise<void> {
    return this.#control.answered(tenant, device, { id, ok: false, reason }).catch(() => undefined)
  }
  async #send(tenant: number, device: number, { id, expiresAt: _expiresAt, ...words }: Order, onDelivered: () => void): Promise<void> {
    const node = this.#nodes.get(`${tenant}/${device}`)
    if (!node) return
    const made = node.script ? await this.#codecs.encode(tenant, node.script, words) : { error: noCodec }
    if ('error' in made) return this.#refuse(tenant, device, id, made.error)
    const queued = randomUUID()
    // Newer orders replace older ones that nobody acknowledged.
    node.pending.clear()
    node.pending.set(queued, onDelivered)
    node.client.publish(`application/${node.application}/device/${node.devEui}/command/down`, JSON.stringify({ id: queued, devEui: node.devEui, confirmed: true, fPort: made.fPort, data: made.bytes.toString('base64') }), { qos: 1 })
  }
}
