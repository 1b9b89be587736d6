const windowMs = 60_000
/** Failures within a minute: of one name from one address, and of one address with whatever names. */
const mostOfName = 10
const mostOfAddress = 200
const mostKept = 100_000

interface Count { since: number; failures: number }

/**
 * Who has failed so often that the database is not asked any more. A name is never locked as such: whoever guesses from one
 * address locks nobody out who has the secret and comes from another.
 */
export class SignInLimit {
  readonly #counts = new Map<string, Count>()

  isOver(address: string, name: string, now = Date.now()): boolean {
    return this.#failures(address, now) >= mostOfAddress || this.#failures(`${address} ${name}`, now) >= mostOfName
  }
  failed(address: string, name: string, now = Date.now()): void {
    if (this.#counts.size >= mostKept) this.#tidy(now)
    for (const key of [address, `${address} ${name}`]) {
      const failures = this.#failures(key, now)
      this.#counts.set(key, { since: failures === 0 ? now : this.#counts.get(key)!.since, failures: failures + 1 })
    }
  }
  succeeded(address: string, name: string): void {
    this.#counts.delete(`${address} ${name}`)
  }

  #failures(key: string, now: number): number {
    const count = this.#counts.get(key)
    return count && now - count.since < windowMs ? count.failures : 0
  }
  #tidy(now: number): void {
    for (const [key, { since }] of this.#counts) if (now - since >= windowMs) this.#counts.delete(key)
    if (this.#counts.size >= mostKept) this.#counts.clear()
  }
}
