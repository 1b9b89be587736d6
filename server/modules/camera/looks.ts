import type { Platform } from '#server/http/context.ts'
import type { Ticket, Tickets } from './engine/tickets.ts'
import { lookMs, mayWatch } from './engine/watching.ts'

/** How long what was begun in time goes on being asked for, piece by piece. */
const goesOnMs = 6 * 3_600_000
/** Ms after the last request at which it counts as ended. */
const idleMs = 5 * 60_000

/**
 * Tickets that are shown again and again, as players of lists do: begun within their minute, good for
 * as long as they are used, and their holder looked at every few seconds.
 */
export class Looks {
  readonly #platform: Platform
  readonly #tickets: Tickets
  readonly #known = new Map<string, { at: number; usedAt: number; may: Promise<boolean> }>()
  constructor(platform: Platform, tickets: Tickets) {
    this.#platform = platform
    this.#tickets = tickets
  }
  /** null: forged, late, or not allowed (any more). */
  async at(key: string): Promise<Ticket | null> {
    const now = Date.now()
    const ticket = this.#tickets.read(key, now - goesOnMs)
    let known = this.#known.get(key)
    if (!ticket || (!known && ticket.until < now)) return null
    if (!known || now - known.at > lookMs) {
      known = { at: now, usedAt: now, may: mayWatch(this.#platform, ticket) }
      this.#known.set(key, known)
      for (const [old, { usedAt }] of this.#known)
        if (now - usedAt > idleMs) this.#known.delete(old)
    }
    known.usedAt = now
    return (await known.may) ? ticket : null
  }
}
