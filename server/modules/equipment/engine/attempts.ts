import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { networkOf } from '#server/http/network.ts'

/** Why somebody was not let in, or was cut off. */
type AttemptReason = 'secret' | 'limited' | 'topic' | 'subscription' | 'packet'
/**
 * Who it was: by the name that it gave, or what had been let in, a device or a tenant's network
 * server.
 */
type Who = { name: string; secret?: string } | { tenantId: number; deviceId: number | null }
interface Noted {
  name: string | null
  shown: string
  swapped: string | null
  tenant: number | null
  device: number | null
  reason: AttemptReason | 'in'
  address: string
  network: string
  count: number
}

const flushMs = 2000
/** Different ones between two writes; whoever comes beyond that is not noted. */
const mostNoted = 100
const mostName = 64
/** That a tenant's devices are let in from a network is written down once in so long. */
const inEveryMs = 30 * 60_000
const mostIn = 10_000
/**
 * What we make as secrets, and what names look like: one of them given in the place of the other is
 * not shown.
 */
const looksSecret = /^[\w-]{32,}$/
const looksKey = /^d-[a-z2-9]{14}$/

/** A name that nobody has, as it may be shown: a secret that was given in its place stays one. */
export const shownName = (name: string) =>
  looksSecret.test(name)
    ? `${name.slice(0, 3)}…`
    : name.replaceAll(/[\u0000-\u001f\u007f]/g, '·').toWellFormed()

/**
 * Gathers failed sign-ins and writes them down together, so that a flood of them is a few rows. Of
 * a secret nothing is kept.
 */
export class DeviceAttempts {
  readonly #db: Database
  readonly #noted = new Map<string, Noted>()
  readonly #in = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<unknown> = Promise.resolve()
  constructor(db: Database) {
    this.#db = db
  }

  note(who: Who, reason: AttemptReason | 'in', address: string): void {
    const isDevice = 'deviceId' in who
    const name = isDevice ? null : who.name
    if (name !== null && (name === '' || name.length > mostName || name.includes('\u0000'))) return
    const network = networkOf(address)
    const key = [
      isDevice ? (reason === 'in' ? who.tenantId : `${who.tenantId}/${who.deviceId}`) : `?${name}`,
      reason,
      network,
    ].join(' ')
    const held = this.#noted.get(key)
    if (held) return void (held.count += 1)
    // A flood of strangers keeps nobody's network from being known.
    if (reason === 'in') {
      const now = Date.now()
      if (now - (this.#in.get(key) ?? -inEveryMs) < inEveryMs) return
      if (this.#in.size >= mostIn) this.#in.clear()
      this.#in.set(key, now)
    } else if (this.#noted.size >= mostNoted) return
    const secret = isDevice ? undefined : who.secret
    this.#noted.set(key, {
      name,
      shown: name === null ? '' : shownName(name),
      swapped: secret !== undefined && looksKey.test(secret) ? secret : null,
      tenant: isDevice ? who.tenantId : null,
      device: isDevice ? who.deviceId : null,
      reason,
      address: address.slice(0, mostName),
      network,
      count: 1,
    })
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), flushMs)
    this.#timer.unref()
  }
  /**
   * Writes down what was noted. What cannot be written is forgotten: it is told of, not relied on.
   */
  flush(): Promise<unknown> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const noted = [...this.#noted.values()]
    this.#noted.clear()
    if (noted.length > 0)
      this.#writing = this.#writing
        .then(() =>
          this.#db.platform((tx) =>
            sql`select furrow_note_attempts(${JSON.stringify(noted)}::jsonb)`.execute(tx),
          ),
        )
        .catch(() => undefined)
    return this.#writing
  }
}
