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
/**
 * What is guessed at, and whose. Each kind has a count of its own for a network: who tries links of
 * cameras keeps nobody from signing in.
 */
interface Guess {
  kind: 'sign-in' | 'otp' | 'present' | 'set-up' | 'share' | 'invitation'
  name: string
  /** Whose secret it is, where that is an account's. */
  account?: number | null
}
const keysOf = ({ kind, name: given }: Guess, address: string): Keys => {
  const name = given.trim().toLowerCase()
  const network = networkOf(address)
  return {
    pair: `pair:${name}|${network}`,
    name: `name:${name}`,
    network: `network:${kind}|${network}`,
  }
}
/** Who signed in from a network so lately is not kept waiting by what others do there. */
const knownFor = '30 days'
const isKnown = async (tx: Tx, { account }: Guess, address: string): Promise<boolean> =>
  account !== undefined &&
  account !== null &&
  (await row(
    tx,
    sql`select 1 from account_network where account_id = ${account}
      and network = ${networkOf(address)} and last_at > now() - ${knownFor}::interval`,
  )) !== null
/** Somebody has proved who they are, from this network. */
export const remember = (tx: Tx, account: number, address: string) =>
  sql`insert into account_network (account_id, network) values (${account}, ${networkOf(address)})
    on conflict (account_id, network) do update set last_at = now()`.execute(tx)

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
  async needsCaptcha(guess: Guess, address: string): Promise<boolean> {
    const keys = keysOf(guess, address)
    const from = new Map([
      [keys.pair, captchaFrom],
      [keys.name, captchaOfNameFrom],
      [keys.network, captchaFrom * addressAllowance],
    ])
    const found = await this.#db.platform(async (tx) => {
      if (await isKnown(tx, guess, address)) from.delete(keys.network)
      return rows<{ key: string; failures: number }>(
        tx,
        sql`select key, failures from attempt
      where key = any(${[...from.keys()]}) and first_at > now() - ${forgetAfter}::interval`,
      )
    })
    return found.some(({ key, failures }) => failures >= from.get(key)!)
  }
  /**
   * Throws 429 while there is a wait: told before a captcha is asked for. `begin` is what holds.
   */
  async requirePatience(guess: Guess, address: string): Promise<void> {
    const { pair, network } = keysOf(guess, address)
    const waiting = await this.#db.platform(async (tx) => {
      const keys = (await isKnown(tx, guess, address)) ? [pair] : [pair, network]
      return row<{ seconds: number | null }>(
        tx,
        sql`
      select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds from attempt
      where key = any(${keys}) and blocked_until > now()`,
      )
    })
    if (waiting?.seconds)
      throw new HttpError(429, 'hoth.warn.loginErrorMaxTimes', {
        params: { seconds: waiting.seconds },
      })
  }
  /**
   * Takes one try. Throws 429 while this name from this network has to wait, or the network whoever
   * is not known there; nothing may be looked at then.
   */
  async begin(guess: Guess, address: string): Promise<void> {
    const keys = keysOf(guess, address)
    const wait = await this.#db.platform(async (tx) => {
      const network = await this.#lock(tx, keys.network)
      const pair = await this.#lock(tx, keys.pair)
      const isLetThrough = network.wait > 0 && (await isKnown(tx, guess, address))
      const longest = Math.max(pair.wait, isLetThrough ? 0 : network.wait)
      if (longest > 0) return longest
      await this.#count(tx, keys.network, waitFrom * addressAllowance)
      await this.#count(tx, keys.pair, waitFrom)
      await this.#count(tx, keys.name, null)
      return 0
    })
    if (wait > 0)
      throw new HttpError(429, 'hoth.warn.loginErrorMaxTimes', { params: { seconds: wait } })
  }
  /** The try was right: it is no failure, and this network is known to this name. */
  async succeeded(guess: Guess, address: string): Promise<void> {
    const { pair, name, network } = keysOf(guess, address)
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
