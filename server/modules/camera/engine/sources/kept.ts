/** What was asked for once and is good until a moment. */
export interface Valid<T> {
  value: T
  /** Ms. */
  until: number
}

/** Keeps what is asked for until it is over; many who want it at once ask once. */
export class Kept<T> {
  readonly #found = new Map<string, Promise<Valid<T>>>()
  /** Errors: those of `make`; what failed is asked for anew. */
  async of(key: string, make: () => Promise<Valid<T>>): Promise<T> {
    const kept = this.#found.get(key)
    if (kept) {
      const { value, until } = await kept
      if (until > Date.now()) return value
      this.drop(key, kept)
    }
    let asked = this.#found.get(key)
    if (!asked) {
      asked = make()
      this.#found.set(key, asked)
      const mine = asked
      asked.then(
        () => this.#forget(),
        () => this.drop(key, mine),
      )
    }
    return (await asked).value
  }
  /** Forgets one, or only if it is still this one. */
  drop(key: string, only?: Promise<Valid<T>>): void {
    if (!only || this.#found.get(key) === only) this.#found.delete(key)
  }
  /** Forgets a value that was refused, unless there is another by now. */
  async refused(key: string, value: T): Promise<void> {
    const kept = this.#found.get(key)
    if (kept && (await kept.catch(() => null))?.value === value) this.drop(key, kept)
  }
  /** So that what nobody asks for any more does not stay. */
  #forget(): void {
    if (this.#found.size < mostKept) return
    const [oldest] = this.#found.keys()
    if (oldest !== undefined) this.#found.delete(oldest)
  }
}
const mostKept = 2000
