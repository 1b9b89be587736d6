import { sql } from 'kysely'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'
import { Refusal } from '#server/db/failure.ts'

/** From the third failure a captcha; from the fifth a growing wait; forgotten after an hour without failures. */
const captchaFrom = 3
const waitFrom = 5
const longestWaitSeconds = 900
const forgetAfter = '1 hour'
/** One address may stand for a whole office, so it may fail more often than one name. */
const addressAllowance = 6

const nameKey = (name: string) => `name:${name.trim().toLowerCase()}`
const addressKey = (address: string) => `address:${address}`

/** Counted per name and per address, in the database, so that several processes count together. */
export class Attempts {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** Same answer for a name that nobody has (quality H6). */
  async needsCaptcha(name: string, address: string): Promise<boolean> {
    const found = await this.#db.platform((tx) => rows<{ key: string; failures: number }>(tx, sql`select key, failures from attempt
      where key in (${nameKey(name)}, ${addressKey(address)}) and first_at > now() - ${forgetAfter}::interval`))
    return found.some((a) => a.failures >= (a.key.startsWith('name:') ? captchaFrom : captchaFrom * addressAllowance))
  }
  /** Throws 429 while this name or address has to wait. */
  async demandPatience(name: string, address: string): Promise<void> {
    const waiting = await this.#db.platform((tx) => row<{ seconds: number }>(tx, sql`
      select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds from attempt
      where key in (${nameKey(name)}, ${addressKey(address)}) and blocked_until > now()`))
    if (waiting?.seconds) throw new Refusal(429, 'hoth.warn.loginErrorMaxTimes', { params: { seconds: waiting.seconds } })
  }
  async failed(name: string, address: string): Promise<void> {
    await this.#db.platform(async (tx) => {
      for (const [key, from] of [[nameKey(name), waitFrom], [addressKey(address), waitFrom * addressAllowance]] as const) await this.#count(tx, key, from)
    })
  }
  async #count(tx: Tx, key: string, from: number): Promise<void> {
    await sql`insert into attempt (key, failures) values (${key}, 1) on conflict (key) do update set
      failures = case when attempt.first_at < now() - ${forgetAfter}::interval then 1 else attempt.failures + 1 end,
      first_at = case when attempt.first_at < now() - ${forgetAfter}::interval then now() else attempt.first_at end`.execute(tx)
    await sql`update attempt set blocked_until = now() + least(${longestWaitSeconds}, 5 * power(2, failures - ${from})) * interval '1 second'
      where key = ${key} and failures >= ${from}`.execute(tx)
  }
  async succeeded(name: string): Promise<void> {
    await this.#db.platform((tx) => sql`delete from attempt where key = ${nameKey(name)}`.execute(tx))
  }
}
