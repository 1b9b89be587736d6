/**
 * Turns at something that there are few of, such as connections: none overtakes its own tenant's
 * others, nobody holds more
 * than three in four of them, and of those who wait whoever holds the fewest is next, in rotation
 * where they hold as many. `0`, the platform, may hold them all.
 */
export class FairShare<Key extends number | string = number> {
  readonly #most: number
  readonly #mostEach: number
  readonly #held = new Map<Key, number>()
  /** In the order of their turns. */
  readonly #waiting = new Map<Key, (() => void)[]>()
  #inUse = 0
  constructor(most: number) {
    this.#most = most
    this.#mostEach = Math.max(1, Math.floor(most * 0.75))
  }

  get waiting(): number {
    let all = 0
    for (const { length } of this.#waiting.values()) all += length
    return all
  }

  async run<T>(tenant: Key, work: () => Promise<T>): Promise<T> {
    if (!this.#mayBegin(tenant)) {
      await new Promise<void>((begin) => {
        const line = this.#waiting.get(tenant) ?? []
        this.#waiting.set(tenant, line)
        line.push(begin)
      })
    } else this.#take(tenant)
    try {
      return await work()
    } finally {
      this.#give(tenant)
    }
  }

  #mayBegin(tenant: Key): boolean {
    return this.#inUse < this.#most && !this.#waiting.has(tenant) && this.#isWithin(tenant)
  }
  #isWithin(tenant: Key): boolean {
    return (tenant as unknown) === 0 || (this.#held.get(tenant) ?? 0) < this.#mostEach
  }
  #take(tenant: Key): void {
    this.#inUse++
    this.#held.set(tenant, (this.#held.get(tenant) ?? 0) + 1)
  }
  #give(tenant: Key): void {
    this.#inUse--
    const left = this.#held.get(tenant)! - 1
    if (left > 0) this.#held.set(tenant, left)
    else this.#held.delete(tenant)
    while (this.#inUse < this.#most && this.#beginNext());
  }
  #beginNext(): boolean {
    let next: { tenant: Key; held: number } | null = null
    for (const tenant of this.#waiting.keys()) {
      const held = this.#held.get(tenant) ?? 0
      if (this.#isWithin(tenant) && (!next || held < next.held)) next = { tenant, held }
    }
    if (!next) return false
    const line = this.#waiting.get(next.tenant)!
    const begin = line.shift()!
    this.#waiting.delete(next.tenant)
    if (line.length > 0) this.#waiting.set(next.tenant, line)
    this.#take(next.tenant)
    begin()
    return true
  }
}
