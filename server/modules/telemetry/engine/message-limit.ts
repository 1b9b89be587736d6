import { sql } from 'kysely'
import { rows, type Database } from '#server/db/database.ts'

interface Allowance {
  perMinute: number
  /** Messages that may come at once; as many as a minute's where none came for one. */
  left: number
  countedAt: number
}

/**
 * How many messages a minute the operator lets a tenant's devices send (`tenant.max_messages`), in
 * this process. What is beyond waits with who sends it.
 */
export class MessageLimit {
  readonly #allowances = new Map<number, Allowance>()
  readonly #now: () => number
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  async read(db: Database): Promise<void> {
    const found = await db.platform((tx) =>
      rows<{ id: number; maxMessages: number }>(
        tx,
        sql`select id, max_messages from tenant where max_messages is not null`,
      ),
    )
    this.set(found)
  }
  set(found: readonly { id: number; maxMessages: number }[]): void {
    for (const id of this.#allowances.keys())
      if (!found.some((one) => one.id === id)) this.#allowances.delete(id)
    for (const { id, maxMessages } of found) {
      const known = this.#allowances.get(id)
      if (known?.perMinute !== maxMessages)
        this.#allowances.set(id, {
          perMinute: maxMessages,
          left: maxMessages,
          countedAt: this.#now(),
        })
    }
  }
  note(tenant: number): void {
    const allowance = this.#of(tenant)
    // Ways in that cannot wait are counted too, but nobody is held back for longer than two minutes.
    if (allowance) allowance.left = Math.max(-allowance.perMinute, allowance.left - 1)
  }
  /** How many seconds a tenant's next message has to wait; 0: none. */
  secondsOf(tenant: number): number {
    const allowance = this.#of(tenant)
    if (!allowance || allowance.left >= 1) return 0
    if (allowance.perMinute === 0) return 60
    return Math.ceil(((1 - allowance.left) * 60) / allowance.perMinute)
  }
  #of(tenant: number): Allowance | undefined {
    const allowance = this.#allowances.get(tenant)
    if (!allowance) return undefined
    const now = this.#now()
    const { perMinute, left, countedAt } = allowance
    allowance.left = Math.min(perMinute, left + ((now - countedAt) * perMinute) / 60_000)
    allowance.countedAt = now
    return allowance
  }
}
