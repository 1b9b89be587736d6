import { mostSinceMs } from '#contract/platform/platform-calls.ts'
import type { Database } from '#server/db/database.ts'
import { liveChannel, type Addressed } from './events.ts'

export interface Listener {
  tenant: number
  account: number
  send(event: Addressed): void
  /** Ends the stream: its browser is to come back, to another process or to the next start. */
  farewell(): void
}
/**
 * Beyond it a page that was fetched meanwhile misses some, and sees them when it is next refreshed.
 */
const mostRecent = 2000
const isFor = (listener: Listener, event: Addressed) =>
  listener.tenant === event.tenant &&
  (event.account === undefined || event.account === listener.account)

/**
 * Each open stream asks every few seconds whether its session still stands: so many at once are one
 * person's, and one tenant's.
 */
const mostOfAccount = 50
const mostOfTenant = 5000

/** Hands the events of every process to the browsers connected to this one. */
export class LiveHub {
  readonly #listeners = new Set<Listener>()
  readonly #watchers = new Set<(event: Addressed) => void>()
  /** Of the last half minute, for browsers whose page was being fetched when it happened. */
  readonly #recent: { at: number; event: Addressed }[] = []
  #stop: () => Promise<void> = async () => undefined

  async start(db: Database): Promise<void> {
    this.#stop = await db.listen(liveChannel, (payload) => {
      const event = JSON.parse(payload) as Addressed
      const now = Date.now()
      this.#recent.push({ at: now, event })
      while (this.#recent.length > mostRecent || now - this.#recent[0]!.at > mostSinceMs)
        this.#recent.shift()
      for (const listener of this.#listeners) if (isFor(listener, event)) listener.send(event)
      for (const watcher of this.#watchers) watcher(event)
    })
  }
  /** `since`: how many ms ago the stream is to begin. */
  add(listener: Listener, since = 0): () => void {
    const from = Date.now() - since
    for (const { at, event } of this.#recent)
      if (since > 0 && at >= from && isFor(listener, event)) listener.send(event)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  /** Tells this process itself of every tenant's events. */
  watch(watcher: (event: Addressed) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
  /** Whether nobody else of this account, or of this tenant, may listen. */
  isFullFor(tenant: number, account: number): boolean {
    let [ofTenant, ofAccount] = [0, 0]
    for (const listener of this.#listeners) {
      if (listener.account === account) ofAccount++
      if (listener.tenant === tenant) ofTenant++
    }
    return ofAccount >= mostOfAccount || ofTenant >= mostOfTenant
  }
  get size(): number {
    return this.#listeners.size
  }
  farewell(): void {
    for (const listener of this.#listeners) listener.farewell()
  }
  stop(): Promise<void> {
    return this.#stop()
  }
}
