import { sql } from 'kysely'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { networkOf } from '#server/http/network.ts'

/**
 * From the third failure a captcha; from the fifth a growing wait; forgotten after an hour without
 * failures.
 */
const captchaFrom = 3
const waitFrom = 5
const longestWaitSeconds = 900
const forgetAfter = '1 hour'
/** One address may stand for a whole office, so it may fail more often than one name from it. */
const addressAllowance = 6
/**
 * Failures of one name from wherever: a captcha for everybody, and never a lock, or strangers could
 * lock its owner out.
 */
const captchaOfNameFrom = 30

interface Kept {
  failures: number
  wait: number
}
interface Keys {
  pair: string
  name: string
  network: string
}
const keysOf = (given: string, address: string): Keys => {
  const name = given.trim().toLowerCase()
  const network = networkOf(address)
  return { pair: `pair:${name}|${network}`, name: `name:${name}`, network: `network:${network}` }
}

/**
 * Tries at what only its owner knows, counted before they are looked at: of many at once no more
 * are looked at than of many
 * in a row. A wait is of a name from one network; in the database, so that several processes count
 * together.
 */
export class Attempts {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Same answer for a name that nobody has (docs/specification.md 2.1). */
  async needsCaptcha(given: string, address: string): Promise<boolean> {
    const keys = keysOf(given, address)
    const from = new Map([
      [keys.pair, captchaFrom],
      [keys.name, captchaOfNameFrom],
      [keys.network, captchaFrom * addressAllowance],
    ])
    const found = await this.#db.platform((tx) =>
      rows<{ key: string; failures: number }>(
        tx,
        sql`select key, failures from attempt
      where key = any(${[...from.keys()]}) and first_at > now() - ${forgetAfter}::interval`,
      ),
    )
    return found.some(({ key, failures }) => failures >= from.get(key)!)
  }
  /**
   * Throws 429 while there is a wait: told before a captcha is asked for. `begin` is what holds.
   */
  async requirePatience(given: string, address: string): Promise<void> {
    const { pair, network } = keysOf(given, address)
    const waiting = await this.#db.platform((tx) =>
      row<{ seconds: number | null }>(
        tx,
        sql`
      select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds from attempt
      where key in (${pair}, ${network}) and blocked_until > now()`,
      ),
    )
    if (waiting?.seconds)
      throw new HttpError(429, 'hoth.warn.loginErrorMaxTimes', {
        params: { seconds: waiting.seconds },
      })
  }
  /**
   * Takes one try. Throws 429 while this name from this network, or the network, has to wait;
   * nothing may be looked at then.
   */
  async begin(given: string, address: string): Promise<void> {
    const keys = keysOf(given, address)
    const wait = await this.#db.platform(async (tx) => {
      const waits = [await this.#lock(tx, keys.network), await this.#lock(tx, keys.pair)].map(
        ({ wait }) => wait,
      )
      if (Math.max(...waits) > 0) return Math.max(...waits)
      await this.#count(tx, keys.network, waitFrom * addressAllowance)
      await this.#count(tx, keys.pair, waitFrom)
      await this.#count(tx, keys.name, null)
      return 0
    })
    if (wait > 0)
      throw new HttpError(429, 'hoth.warn.loginErrorMaxTimes', { params: { seconds: wait } })
  }
  /** The try was right: it is no failure, and this network is known to this name. */
  async succeeded(given: string, address: string): Promise<void> {
    const { pair, name, network } = keysOf(given, address)
    await this.#db.platform(async (tx) => {
      // In the order of `begin`, so that no two wait for each other.
      await sql`update attempt set failures = greatest(failures - 1, 0) where key = ${network}`.execute(
        tx,
      )
      await sql`delete from attempt where key = ${pair}`.execute(tx)
      await sql`update attempt set failures = greatest(failures - 1, 0) where key = ${name}`.execute(
        tx,
      )
    })
  }

  async #lock(tx: Tx, key: string): Promise<Kept> {
    await sql`insert into attempt (key, failures) values (${key}, 0) on conflict do nothing`.execute(
      tx,
    )
    return (await row<Kept>(
      tx,
      sql`select failures, greatest(ceil(extract(epoch from blocked_until - clock_timestamp())),
        0)::int as wait from attempt where key = ${key} for update`,
    ))!
  }
  /** `waitAfter`: so many failures begin to be waited for; null: never. */
  async #count(tx: Tx, key: string, waitAfter: number | null): Promise<void> {
    await sql`insert into attempt (key, failures) values (${key}, 1) on conflict (key) do update set
      failures = case when attempt.first_at < now() - ${forgetAfter}::interval then 1 else attempt.failures + 1 end,
      first_at = case when attempt.first_at < now() - ${forgetAfter}::interval then now() else attempt.first_at end`.execute(
      tx,
    )
    if (waitAfter === null) return
    await sql`update attempt set blocked_until = clock_timestamp() + least(${longestWaitSeconds},
      5 * power(2, least(failures - ${waitAfter}, 10))) * interval '1 second'
      where key = ${key} and failures >= ${waitAfter}`.execute(tx)
  }
}
