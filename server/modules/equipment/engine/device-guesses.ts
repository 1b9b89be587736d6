import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { row, type Database } from '#server/db/database.ts'
import { networkOf } from '#server/http/network.ts'
import type { DeviceAttempts } from './attempts.ts'
import { deviceOf, type Credential, type KnownDevice } from './credential.ts'

const windowSeconds = 60
/**
 * Failures within a window: of one name from one network, and of a network with names not at home
 * there.
 */
const mostOfName = 10
const mostOfNetwork = 200
/** Names of devices are this long at most. */
const mostName = 64
const mostRefused = 100_000

interface Keys {
  key: string
  network: string
  ofName: string
  ofNetwork: string
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
  /**
   * Until when (ms) a name of a network is refused without asking; the counts are the database's.
   */
  readonly #refused = new Map<string, number>()
  readonly #turns = new Map<string, Promise<unknown>>()
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
    // One of a name after the other: of a thousand at once no more are looked at than in a row.
    const found = isName
      ? await this.#inTurn(keys.ofName, () => this.#look(db, keys, secret))
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
    if ((this.#refused.get(keys.ofName) ?? 0) > Date.now()) return 'limited'
    const found = (await db.platform((tx) =>
      row<
        Partial<Credential> & { ofName: number; ofNetwork: number; isOver: boolean; left: number }
      >(
        tx,
        sql`select d.*, c.of_name, c.of_network, c.left,
          c.of_name >= ${mostOfName} or (c.of_network >= ${mostOfNetwork}
            and not furrow_device_at_home(${keys.key}, ${keys.network})) as is_over
        from (select coalesce(max(failures) filter (where key = ${keys.ofName}), 0) as of_name,
            coalesce(max(failures) filter (where key = ${keys.ofNetwork}), 0) as of_network,
            coalesce(extract(epoch from min(first_at) - now()) + ${windowSeconds}, 0)::float8 as left
          from attempt where key in (${keys.ofName}, ${keys.ofNetwork})
            and first_at > now() - ${windowSeconds} * interval '1 second') c
        left join furrow_device_by_key(${keys.key}) d on true`,
      ),
    ))!
    if (found.isOver) {
      this.#refuse(keys.ofName, found.left)
      return 'limited'
    }
    const device = deviceOf(found, secret)
    if (!device) await this.#failed(db, keys)
    else if (found.ofName > 0)
      await db.platform((tx) => sql`delete from attempt where key = ${keys.ofName}`.execute(tx))
    return device
  }
  /** A device at home with a wrong secret guesses at nobody else's. */
  async #failed(db: Database, { key, network, ofName, ofNetwork }: Keys): Promise<void> {
    await db.platform((tx) =>
      sql`insert into attempt as a (key, failures)
        select k, 1 from unnest(${[ofName, ofNetwork]}::text[]) k
        where k <> ${ofNetwork} or not furrow_device_at_home(${key}, ${network}) order by k
        on conflict (key) do update set
          failures = case when a.first_at > now() - ${windowSeconds} * interval '1 second'
            then a.failures + 1 else 1 end,
          first_at = case when a.first_at > now() - ${windowSeconds} * interval '1 second'
            then a.first_at else now() end`.execute(tx),
    )
  }
  #refuse(name: string, seconds: number): void {
    const now = Date.now()
    if (this.#refused.size >= mostRefused) {
      for (const [one, until] of this.#refused) if (until <= now) this.#refused.delete(one)
      if (this.#refused.size >= mostRefused) this.#refused.clear()
    }
    this.#refused.set(name, now + seconds * 1000)
  }
  async #inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(name)
    const own = (before ?? Promise.resolve()).then(work, work)
    this.#turns.set(name, own)
    try {
      return await own
    } finally {
      if (this.#turns.get(name) === own) this.#turns.delete(name)
    }
  }
}
