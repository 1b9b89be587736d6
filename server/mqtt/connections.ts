import type { Client } from 'aedes'
import type { Database } from '#server/db/database.ts'
import { cutChannel, whose, type KnownDevice } from '#server/engines/device/credential.ts'

const nameOf = ({ tenantId, deviceId }: KnownDevice) => `${tenantId}/${deviceId}`

/** Which device is behind which connection of this process; one connection each, the newest. */
export class Connections {
  readonly #db: Database
  readonly #known = new WeakMap<Client, KnownDevice>()
  readonly #live = new Map<string, Client>()
  #cuts = 0
  #unlisten: () => Promise<void> = async () => undefined
  isClosing = false
  private constructor(db: Database) {
    this.#db = db
  }
  static async open(db: Database): Promise<Connections> {
    const connections = new Connections(db)
    connections.#unlisten = await db.listen(cutChannel, (name) => connections.#cut(name))
    return connections
  }
  async close(): Promise<void> {
    this.isClosing = true
    await this.#unlisten()
  }

  /** Lets a device in by its key and secret, or answers null. Errors: rejects while the database is away. */
  async admit(client: Client, key: string | undefined, secret: Buffer | undefined): Promise<KnownDevice | null> {
    if (!key || !secret || key.length > 64) return null
    for (;;) {
      const cuts = this.#cuts
      const device = await whose(this.#db, key, secret)
      if (!device) return null
      // Cut off while we were asking: perhaps it was this one.
      if (cuts !== this.#cuts) continue
      const name = nameOf(device)
      // Two tenants' devices may call themselves the same, and must not push each other out.
      ;(client as { id: string }).id = name
      this.#known.set(client, device)
      this.#live.set(name, client)
      client.conn.once('close', () => {
        if (this.#live.get(name) === client) this.#live.delete(name)
      })
      return device
    }
  }
  of(client: Client): KnownDevice | undefined {
    return this.#known.get(client)
  }
  /** Whether no newer connection of the same device has come. */
  isLast(client: Client): boolean {
    const newest = this.#live.get(nameOf(this.#known.get(client)!))
    return newest === undefined || newest === client
  }

  #cut(name: string): void {
    this.#cuts++
    const client = this.#live.get(name)
    if (!client) return
    this.#known.delete(client)
    client.conn.destroy()
  }
}
