import type { Database } from '#server/db/database.ts'
import { liveChannel, type Addressed } from './events.ts'

export interface Listener {
  tenant: number
  account: number
  send(event: Addressed): void
}
/** Hands the events of every process to the browsers connected to this one. */
export class LiveHub {
  readonly #listeners = new Set<Listener>()
  #stop: () => Promise<void> = async () => undefined

  async start(db: Database): Promise<void> {
    this.#stop = await db.listen(liveChannel, (payload) => {
      const event = JSON.parse(payload) as Addressed
      for (const listener of this.#listeners) {
        if (listener.tenant === event.tenant && (event.account === undefined || event.account === listener.account)) listener.send(event)
      }
    })
  }
  add(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  get size(): number {
    return this.#listeners.size
  }
  stop(): Promise<void> {
    return this.#stop()
  }
}
