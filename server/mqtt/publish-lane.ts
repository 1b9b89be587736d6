import type { Duplex } from 'node:stream'
import type { Publish } from './packet-check.ts'

/**
 * What one client may have waiting for its commit; of more nothing is read, so that nobody crowds
 * the others out.
 */
const mostOpen = 500

/**
 * Hands on what was published; `done` comes after the commit, or with an error that ends the
 * connection.
 */
export type TakePublish = (publish: Publish, done: (error?: Error | null) => void) => void

/**
 * The way of a device's messages to ingest, past the broker, whose part in a message is to find who
 * subscribed to it: nobody
 * can. Acknowledgements of one commit leave in one piece. `onRoom` is called when `isBehind` ends;
 * a client that leaves
 * unread what it is sent is cut off after `drainTimeout` ms.
 */
export class PublishLane {
  readonly #connection: Duplex
  readonly #take: TakePublish
  readonly #drainTimeout: number
  readonly #onRoom: () => void
  #open = 0
  #acknowledged: number[] = []
  #draining: NodeJS.Timeout | undefined
  constructor(connection: Duplex, take: TakePublish, drainTimeout: number, onRoom: () => void) {
    this.#connection = connection
    this.#take = take
    this.#drainTimeout = drainTimeout
    this.#onRoom = onRoom
    connection.once('close', () => clearTimeout(this.#draining))
  }

  get isBehind(): boolean {
    return this.#open >= mostOpen || this.#draining !== undefined
  }
  take(publish: Publish): void {
    this.#open++
    this.#take(publish, (error) => {
      this.#open--
      if (error) this.#connection.destroy(error)
      else if (publish.qos === 1) this.#acknowledge(publish.id)
      if (this.#open === mostOpen - 1) this.#onRoom()
    })
  }

  #acknowledge(id: number): void {
    if (this.#acknowledged.push(id) === 1) process.nextTick(() => this.#answer())
  }
  #answer(): void {
    const bytes = Buffer.allocUnsafe(4 * this.#acknowledged.length)
    for (const [i, id] of this.#acknowledged.entries()) bytes.writeUInt32BE(0x4002_0000 + id, 4 * i)
    this.#acknowledged = []
    if (this.#connection.destroyed || this.#connection.write(bytes) || this.#draining) return
    this.#draining = setTimeout(() => this.#connection.destroy(), this.#drainTimeout)
    this.#connection.once('drain', () => this.#drained())
  }
  #drained(): void {
    clearTimeout(this.#draining)
    this.#draining = undefined
    this.#onRoom()
  }
}
