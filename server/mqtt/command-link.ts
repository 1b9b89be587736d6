import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client } from 'aedes'
import type { DeviceTransport } from '#server/modules/command/engine/control.ts'
import type { Connections } from './connections.ts'
import { topics } from './route-publish.ts'

const mostId = 65_535
/** A connection that leaves more than this unread, in bytes, is told nothing more. */
const mostUnread = 64 * 1024
/** What one connection listens with, and what it has not acknowledged yet, by packet identifier. */
interface Listening {
  isOn: boolean
  qos: 0 | 1
  lastId: number
  unacknowledged: Map<number, () => void>
}

function lengthBytes(length: number): number[] {
  const bytes = []
  for (let left = length; bytes.length === 0 || left > 0; left = Math.floor(left / 128))
    bytes.push((left % 128) + (left >= 128 ? 128 : 0))
  return bytes
}
/**
 * A PUBLISH of MQTT 3.1.1 (§3.3), never retained and never a duplicate. `id`: packet identifier,
 * for quality of service 1.
 */
export function publishPacket(topic: string, payload: string, qos: 0 | 1, id: number): Buffer {
  const name = Buffer.from(topic)
  const content = Buffer.from(payload)
  const head = Buffer.from([name.length >> 8, name.length & 255])
  const identifier = qos === 1 ? Buffer.from([id >> 8, id & 255]) : Buffer.alloc(0)
  const length = head.length + name.length + identifier.length + content.length
  return Buffer.concat([
    Buffer.from([0x30 | (qos << 1), ...lengthBytes(length)]),
    head,
    name,
    identifier,
    content,
  ])
}

/**
 * Commands on their way to the connections of this process. They are written to the connection
 * itself: the broker would keep
 * them for later, and does not say which of them was acknowledged.
 */
export class CommandLink implements DeviceTransport {
  readonly #connections: Connections
  readonly #listening = new WeakMap<Client, Listening>()
  constructor(connections: Connections) {
    this.#connections = connections
  }

  subscribed(client: Client, qos: number): void {
    const known = this.#listening.get(client)
    if (known) return void Object.assign(known, { isOn: true, qos: qos > 0 ? 1 : 0 })
    const listening: Listening = {
      isOn: true,
      qos: qos > 0 ? 1 : 0,
      lastId: 0,
      unacknowledged: new Map(),
    }
    this.#listening.set(client, listening)
    ;(client.conn as unknown as EventEmitter).on('puback', (id: number) => {
      listening.unacknowledged.get(id)?.()
      listening.unacknowledged.delete(id)
    })
  }
  unsubscribed(client: Client): void {
    const known = this.#listening.get(client)
    if (known) known.isOn = false
  }

  #at(tenant: number, device: number): { client: Client; listening: Listening } | null {
    const client = this.#connections.find(tenant, device)
    const listening = client && this.#listening.get(client)
    return client &&
      listening?.isOn &&
      !client.conn.destroyed &&
      (client.conn as Duplex).writableLength < mostUnread
      ? { client, listening }
      : null
  }
  has(tenant: number, device: number): boolean {
    return this.#at(tenant, device) !== null
  }
  acknowledges(tenant: number, device: number): boolean {
    return this.#at(tenant, device)?.listening.qos === 1
  }
  send(tenant: number, device: number, payload: string, onDelivered: () => void): void {
    const found = this.#at(tenant, device)
    if (!found) return
    const { client, listening } = found
    listening.lastId = (listening.lastId % mostId) + 1
    if (listening.qos === 1) listening.unacknowledged.set(listening.lastId, onDelivered)
    client.conn.write(publishPacket(topics.commands, payload, listening.qos, listening.lastId))
  }
}
