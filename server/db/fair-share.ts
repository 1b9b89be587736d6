interface Waiting { since: number; begin: () => void }

/**
 * Turns at something that there are few of, such as connections: none overtakes its own tenant's others, nobody holds more
 * than three in four of them, and of those who wait whoever holds the fewest is next. `0`, the platform, may hold them all.
 */
export class FairShare {
  readonly #most: number
  readonly #mostEach: number
  readonly #held = new Map<number, number>()
  readonly #waiting = new Map<number, Waiting[]>()
  #inUse = 0
  #turns = 0
  constructor(most: number) {
    this.#most = most
    this.#mostEach = Math.max(1, Math.floor(most * 0.75))
  }

  get waiting(): number {
    let all = 0
    for (const { length } of this.#waiting.values()) all += length
    return all
  }

  async run<T>(tenant: number, work: () => Promise<T>): Promise<T> {
    if (!this.#mayBegin(tenant)) {
      await new Promise<void>((begin) => {
        const line = this.#waiting.get(tenant) ?? []
        this.#waiting.set(tenant, line)
        line.push({ since: ++this.#turns, begin })
      })
    } else this.#take(tenant)
    try {
      return await work()
    } finally {
      this.#give(tenant)
    }
  }

  #mayBegin(tenant: number): boolean {
    return this.#inUse < this.#most && !this.#waiting.has(tenant) && this.#isWithin(tenant)
  }
  #isWithin(tenant: number): boolean {
    return tenant === 0 || (this.#held.get(tenant) ?? 0) < this.#mostEach
  }
  #take(tenant: number): void {
    this.#inUse++
    this.#held.set(tenant, (this.#held.get(tenant) ?? 0) + 1)
  }
  #give(tenant: number): void {
    this.#inUse--
    const left = this.#held.get(tenant)! - 1
    if (left > 0) this.#held.set(tenant, left)
    else this.#held.delete(tenant)
    while (this.#inUse < this.#most && this.#beginNext());
  }
  #beginNext(): boolean {
    let next: { tenant: number; held: number; since: number } | null = null
    for (const [tenant, [first]] of this.#waiting) {
      if (!this.#isWithin(tenant)) continue
      const held = this.#held.get(tenant) ?? 0
      if (!next || held < next.held || (held === next.held && first!.since < next.since)) next = { tenant, held, since: first!.since }
    }
    if (!next) return false
    const line = this.#waiting.get(next.tenant)!
    const { begin } = line.shift()!
    if (line.length === 0) this.#waiting.delete(next.tenant)
    this.#take(next.tenant)
    begin()
    return true
  }
}
