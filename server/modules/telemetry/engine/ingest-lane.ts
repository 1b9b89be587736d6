import type { Incoming } from './store.ts'

/** What waits for its commit: a message, a sign of life, or a device's farewell. */
export type Waiting = {
  message?: Incoming
  seen?: number
  lost?: number
  weight: number
  done: (error: Error | null) => void
}

/** Some of a tenant's devices, and what they said: one transaction at a time. */
export class Lane {
  readonly tenant: number
  #queue: Waiting[] = []
  /** Called once so many wait. */
  #awaited: { count: number; come: () => void } | null = null
  constructor(tenant: number) {
    this.tenant = tenant
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0
  }
  push(one: Waiting): void {
    this.#queue.push(one)
    if (this.#awaited && this.#queue.length >= this.#awaited.count) this.#awaited.come()
  }
  /** Until so many more wait, or for so long. */
  async gather(more: number, ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const come = () => {
        clearTimeout(latest)
        this.#awaited = null
        resolve()
      }
      const latest = setTimeout(come, ms)
      this.#awaited = { count: this.#queue.length + more, come }
    })
  }
  /**
   * The next batch from the front: signs of life keep their place between messages of their device.
   */
  take(most: number): Waiting[] {
    let points = 0
    let count = 0
    for (const { weight, lost } of this.#queue) {
      if (count > 0 && points + weight > most) break
      points += weight
      count++
      // What comes after a farewell must not be undone by it.
      if (lost !== undefined) break
    }
    return this.#queue.splice(0, count)
  }
  takeAll(): Waiting[] {
    return this.#queue.splice(0)
  }
}
