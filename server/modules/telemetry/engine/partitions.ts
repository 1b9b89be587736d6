import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)

/**
 * Makes the partitions that values are about to need; asks the database once per month and process.
 */
export class Partitions {
  readonly #made = new Map<string, Promise<void>>()
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  /** This month and the next, so that nobody waits for one at midnight. Times in ms. */
  async prepare(now = Date.now()): Promise<void> {
    await this.need([now, now + 31 * 86_400_000])
  }
  async need(times: Iterable<number>): Promise<void> {
    const months = new Set<string>()
    for (const at of times) months.add(monthOf(at))
    await Promise.all(
      [...months].map((month) => {
        let made = this.#made.get(month)
        if (!made) {
          made = this.#db.platform(
            async (tx) =>
              void (await sql`select furrow_telemetry_month(${`${month}-01`}::date)`.execute(tx)),
          )
          this.#made.set(month, made)
          made.catch(() => this.#made.delete(month))
        }
        return made
      }),
    )
  }
}
