import { networkOf } from '#server/http/network.ts'

const windowMs = 60_000
/**
 * Failures within a minute: of one name from one address, and of one address with names that have
 * never been right from there.
 */
const mostOfName = 10
const mostOfAddress = 200
const mostKept = 100_000
/** Who was let in from an address is known there for so long. */
const knownMs = 24 * 3_600_000

interface Count {
  since: number
  failures: number
}

/**
 * Who has failed so often that the database is not asked any more. A name is never locked as such:
 * whoever guesses from one
 * address locks nobody out who has the secret and comes from another. Nor is an address locked for
 * those that have been let in
 * from it: a broken device, or twenty, leave the rest of their farm alone.
 */
export class SignInLimit {
  readonly #counts = new Map<string, Count>()
  readonly #known = new Map<string, number>()

  isOver(address: string, name: string, now = Date.now()): boolean {
    const network = networkOf(address)
    if (this.#failures(`${network} ${name}`, now) >= mostOfName) return true
    return !this.#isKnown(network, name, now) && this.#failures(network, now) >= mostOfAddress
  }
  failed(address: string, name: string, now = Date.now()): void {
    if (this.#counts.size >= mostKept) this.#tidy(now)
    const network = networkOf(address)
    // Whoever was right before is a device with a wrong secret, and guesses at nobody else's.
    const keys = this.#isKnown(network, name, now)
      ? [`${network} ${name}`]
      : [network, `${network} ${name}`]
    for (const key of keys) {
      const failures = this.#failures(key, now)
      this.#counts.set(key, {
        since: failures === 0 ? now : this.#counts.get(key)!.since,
        failures: failures + 1,
      })
    }
  }
  succeeded(address: string, name: string, now = Date.now()): void {
    const key = `${networkOf(address)} ${name}`
    this.#counts.delete(key)
    if (this.#known.size >= mostKept)
      for (const [known, at] of this.#known)
        if (now - at >= knownMs || this.#known.size >= mostKept) this.#known.delete(known)
    this.#known.set(key, now)
  }

  #isKnown(network: string, name: string, now: number): boolean {
    const at = this.#known.get(`${network} ${name}`)
    return at !== undefined && now - at < knownMs
  }
  #failures(key: string, now: number): number {
    const count = this.#counts.get(key)
    return count && now - count.since < windowMs ? count.failures : 0
  }
  #tidy(now: number): void {
    for (const [key, { since }] of this.#counts)
      if (now - since >= windowMs) this.#counts.delete(key)
    if (this.#counts.size >= mostKept) this.#counts.clear()
  }
}
