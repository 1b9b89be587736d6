import type { Client } from 'aedes'
import type { Database } from '#server/db/database.ts'
import {
  credentialRevoked,
  authenticateDevice,
  type KnownDevice,
} from '#server/modules/equipment/engine/credential.ts'
import type { DeviceGuesses } from '#server/modules/equipment/engine/device-guesses.ts'

/**
 * A listener that lost its own connection for a moment may have missed a cut: everybody is asked
 * again, one by one.
 */
const askAgainMs = 30_000

const nameOf = ({ tenantId, deviceId }: KnownDevice) => `${tenantId}/${deviceId}`

/** Which device is behind which connection of this process; one connection each, the newest. */
export class Connections {
  readonly #db: Database
  readonly #known = new WeakMap<Client, KnownDevice>()
  readonly #live = new Map<string, Client>()
  /** What lets each connection's device in, asked anew. */
  readonly #stillKnown = new WeakMap<Client, () => Promise<KnownDevice | null>>()
  readonly #guesses: DeviceGuesses
  #cuts = 0
  #asking: NodeJS.Timeout | undefined
  #unlisten: () => Promise<void> = async () => undefined
  isClosing = false
  private constructor(db: Database, guesses: DeviceGuesses) {
    this.#db = db
    this.#guesses = guesses
  }
  static async open(db: Database, guesses: DeviceGuesses): Promise<Connections> {
    const connections = new Connections(db, guesses)
    connections.#unlisten = await db.listen(credentialRevoked, (name) => connections.#cut(name))
    const ask = () =>
      void connections
        .askAgain()
        .catch(() => undefined)
        .then(() => {
          if (!connections.isClosing) connections.#asking = setTimeout(ask, askAgainMs)
        })
    connections.#asking = setTimeout(ask, askAgainMs)
    return connections
  }
  async close(): Promise<void> {
    this.isClosing = true
    clearTimeout(this.#asking)
    await this.#unlisten()
  }

  /**
   * Lets a device in by its key and secret, or answers null; 'limited' without having looked, after
   * too many failures.
   * Errors: rejects while the database is away.
   */
  async admit(
    client: Client,
    key: string | undefined,
    secret: Buffer | undefined,
    address = '',
  ): Promise<KnownDevice | null | 'limited'> {
    if (!key) return null
    const given = secret ?? Buffer.alloc(0)
    for (;;) {
      const cuts = this.#cuts
      const device = await this.#guesses.admit(key, given, address)
      if (device === null || device === 'limited') return device
      // Cut off while we were asking: perhaps it was this one.
      if (cuts !== this.#cuts) continue
      const name = nameOf(device)
      // Two tenants' devices may call themselves the same, and must not push each other out.
      ;(client as { id: string }).id = name
      this.#known.set(client, device)
      this.#stillKnown.set(client, () => authenticateDevice(this.#db, key, given))
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
  /** The connection of a device here, if it has one. */
  find(tenant: number, device: number): Client | undefined {
    return this.#live.get(`${tenant}/${device}`)
  }
  /** Whether no newer connection of the same device has come. */
  isLast(client: Client): boolean {
    const newest = this.#live.get(nameOf(this.#known.get(client)!))
    return newest === undefined || newest === client
  }

  /** Cuts off whoever would not be let in now; while the database is away, nobody. */
  async askAgain(): Promise<void> {
    for (const name of this.#live.keys()) if (!this.isClosing) await this.#check(name, false)
  }

  /**
   * A notice may come after its device has signed in with what the notice is about: so it is looked
   * at, not obeyed.
   */
  #cut(name: string): void {
    this.#cuts++
    this.#check(name, true).catch(() => undefined)
  }
  async #check(name: string, cutsInDoubt: boolean): Promise<void> {
    const client = this.#live.get(name)
    if (!client) return
    const known = await this.#stillKnown.get(client)!().catch(() => undefined)
    // Let in as before, or in other words than before.
    if (known) return void this.#known.set(client, known)
    if (known === undefined && !cutsInDoubt) return
    this.#known.delete(client)
    client.conn.destroy()
  }
}
