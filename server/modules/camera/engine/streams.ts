import type { Clarity } from '#contract/camera/viewing.ts'
import type { Outgoing } from '#server/http/outgoing.ts'
import { Pull, type Consumer } from './pull.ts'
import { CameraFault, type Feed } from './source.ts'

export interface StreamKey {
  tenant: number
  camera: number
  clarity: Clarity
  /** The moment (ms) from which the camera's own card plays; none: live. */
  from?: number | null
  /** What is recorded is in the camera's cloud. */
  isCloud?: boolean
}
export interface Opened {
  feed: Feed
  transcodes: boolean
}
/** Ms that a stream goes on without anybody, for whoever comes back at once. */
const lingerMs = 4000
/** What one process reads at a time, and how much of it one tenant may have. */
const mostPulls = 128
const mostOfTenant = 48

export const nameOf = ({ tenant, camera, clarity, from, isCloud }: StreamKey) =>
  `${tenant}/${camera}/${clarity}/${from ?? ''}${isCloud ? 'c' : ''}`

/** Every stream that this process reads: begun with the first who takes it, ended after the last. */
export class Streams {
  readonly #pulls = new Map<string, { key: StreamKey; pull: Pull; idle: NodeJS.Timeout | null }>()
  #isOver = false
  readonly #open: (key: StreamKey) => Promise<Opened>
  readonly #outgoing: Outgoing
  /** Told how a camera was found: heard or not. */
  onHeard: (key: StreamKey, fault: CameraFault | null) => void = () => undefined
  constructor(open: (key: StreamKey) => Promise<Opened>, outgoing: Outgoing) {
    this.#open = open
    this.#outgoing = outgoing
  }
  get size(): number {
    return this.#pulls.size
  }
  pullOf(key: StreamKey): Pull | null {
    return this.#pulls.get(nameOf(key))?.pull ?? null
  }
  /** Takes a stream; answers what ends it. Errors: `busy` where enough are read already. */
  join(key: StreamKey, consumer: Consumer): () => void {
    if (this.#isOver) throw new CameraFault('busy')
    const name = nameOf(key)
    let found = this.#pulls.get(name)
    if (!found) {
      const ofTenant = [...this.#pulls.values()].filter(
        ({ key: { tenant } }) => tenant === key.tenant,
      )
      if (this.#pulls.size >= mostPulls || ofTenant.length >= mostOfTenant)
        throw new CameraFault('busy')
      found = { key, pull: this.#begin(name, key), idle: null }
      this.#pulls.set(name, found)
    }
    const { pull } = found
    if (found.idle) clearTimeout(found.idle)
    found.idle = null
    pull.join(consumer)
    const of = found
    return () => {
      pull.leave(consumer)
      if (pull.size > 0 || of.idle) return
      of.idle = setTimeout(() => pull.end(null), lingerMs)
      of.idle.unref()
    }
  }
  #begin(name: string, key: StreamKey): Pull {
    const pull = new Pull()
    pull.onEnd = (fault) => {
      if (this.#pulls.get(name)?.pull === pull) this.#pulls.delete(name)
      if (fault) this.onHeard(key, fault)
    }
    pull.onFirst = () => this.onHeard(key, null)
    this.#open(key).then(
      ({ feed, transcodes }) => pull.start(feed, this.#outgoing, transcodes),
      (error: unknown) =>
        pull.end(
          error instanceof CameraFault ? error : new CameraFault('unreachable', String(error)),
        ),
    )
    return pull
  }
  isRead(tenant: number, camera: number): boolean {
    return [...this.#pulls.values()].some(
      ({ key }) => key.tenant === tenant && key.camera === camera,
    )
  }
  /** Ends every stream of a camera, whoever takes it. */
  cut(tenant: number, camera: number, fault: CameraFault): void {
    for (const { key, pull } of this.#pulls.values())
      if (key.tenant === tenant && key.camera === camera) pull.end(fault)
  }
  /** Ends them all, and begins none any more. */
  stop(): void {
    this.#isOver = true
    for (const { pull } of this.#pulls.values()) pull.end(null)
  }
}
