import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { row, type Database } from '#server/db/database.ts'
import { networkOf } from '#server/http/network.ts'
import type { DeviceAttempts } from './attempts.ts'
import { deviceOf, type Credential, type KnownDevice } from './credential.ts'
import {
  countsOf,
  forgetFailures,
  isOver,
  noteFailure,
  Refusals,
  type Counts,
  type GuessKeys,
} from './guess-counts.ts'

/** Names of devices are this long at most. */
const mostName = 64

interface Keys extends GuessKeys {
  key: string
  network: string
}
/** What is tried as a name may be a secret in the wrong place: it is counted as a hash. */
const keysOf = (key: string, address: string): Keys => {
  const network = networkOf(address)
  const hash = createHash('sha256').update(key).digest('base64url')
  return {
    key,
    network,
    ofName: `device:${hash}|${network}`,
    ofNetwork: `device-network:${network}`,
  }
}

/**
 * Lets devices in, and counts who was not: in the database, so that several processes count
 * together, and without a write for whoever is right the first time. A name is never locked as such:
 * whoever guesses in one network locks nobody out who has the secret and comes from another. Nor is
 * a network locked for devices of a tenant that are let in from it.
 */
export class DeviceGuesses {
  readonly #db: Database
  readonly #attempts: DeviceAttempts
  readonly #refused = new Refusals()
  constructor(db: Database, attempts: DeviceAttempts) {
    this.#db = db
    this.#attempts = attempts
  }

  /**
   * The device whose key and secret these are, null, or 'limited' without having looked, after too
   * many failures.
   * Errors: rejects while the database is away. `db`: by whose connections it is looked up.
   */
  async admit(
    key: string,
    secret: Buffer,
    address: string,
    db = this.#db,
  ): Promise<KnownDevice | null | 'limited'> {
    const isName = key !== '' && key.length <= mostName && !key.includes('\u0000')
    const keys = keysOf(key, address)
    const found = isName
      ? await this.#refused.inTurn(keys.ofName, () => this.#look(db, keys, secret))
      : null
    if (found === null || found === 'limited')
      this.#attempts.note(
        { name: key, secret: secret.toString() },
        found === null ? 'secret' : 'limited',
        address,
      )
    else this.#attempts.note(found, 'in', address)
    return found
  }

  async #look(db: Database, keys: Keys, secret: Buffer): Promise<KnownDevice | null | 'limited'> {
    if (this.#refused.has(keys.ofName)) return 'limited'
    // A device at home with a wrong secret guesses at nobody else's.
    const isHome = sql`furrow_device_at_home(${keys.key}, ${keys.network})`
    const found = (await db.platform((tx) =>
      row<Partial<Credential> & Counts & { isOver: boolean }>(
        tx,
        sql`select d.*, c.of_name, c.of_network, c.left, ${isOver(isHome)} as is_over
          from ${countsOf(keys)} left join furrow_device_by_key(${keys.key}) d on true`,
      ),
    ))!
    if (found.isOver) {
      this.#refused.add(keys.ofName, found.left)
      return 'limited'
    }
    const device = deviceOf(found, secret)
    if (!device) await db.platform((tx) => noteFailure(tx, keys, isHome))
    else if (found.ofName > 0) await db.platform((tx) => forgetFailures(tx, keys))
    return device
  }
}
