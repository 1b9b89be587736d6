import { randomBytes } from 'node:crypto'
import type { Outgoing } from '#server/http/outgoing.ts'
import { CameraFault, type WhepTarget } from './source.ts'
import type { Ticket } from './tickets.ts'
import { lookMs } from './watching.ts'
import { endSession, offerTo } from './whep.ts'

/** Ms after which a viewer who says nothing has gone; those who look say so every five seconds. */
const silentMs = 16_000
/** What one process keeps at a time, and how much of it one tenant may have. */
const [mostRelays, mostOfTenant] = [400, 100]

interface Relay {
  /** The ticket that it was begun with, as its holder shows it. */
  key: string
  ticket: Ticket
  heardAt: number
  timer: NodeJS.Timeout
  /** Tells the outside server that it is over. */
  end(): Promise<void>
}
/** What a viewer is to be played, and whether they still may. */
export interface Wanted {
  key: string
  ticket: Ticket
  target: WhepTarget
  offer: string
  still(): Promise<boolean>
}

/**
 * Viewers of outside servers: pictures go there directly, but offers and answers pass through here,
 * and a session ends when its viewer goes, falls silent, or may not look any more.
 */
export class Relays {
  readonly #relays = new Map<string, Relay>()
  /** Offers on their way, by tenant. */
  readonly #opening: number[] = []
  #isOver = false
  readonly #outgoing: Outgoing
  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing
  }
  get size(): number {
    return this.#relays.size
  }
  #count(tenant: number): number {
    const kept = [...this.#relays.values()].filter(({ ticket }) => ticket.tenant === tenant)
    return kept.length + this.#opening.filter((one) => one === tenant).length
  }
  /** Answers an offer; one ticket has one session. Errors: `busy`, and those of the server. */
  async open({
    key,
    ticket,
    target,
    offer,
    still,
  }: Wanted): Promise<{ id: string; answer: string }> {
    const all = this.#relays.size + this.#opening.length
    if (this.#isOver || all >= mostRelays || this.#count(ticket.tenant) >= mostOfTenant)
      throw new CameraFault('busy')
    this.#opening.push(ticket.tenant)
    const { answer, resource } = await offerTo(target, offer, this.#outgoing).finally(() =>
      this.#opening.splice(this.#opening.indexOf(ticket.tenant), 1),
    )
    const end = () => endSession(target, resource, this.#outgoing)
    if (this.#isOver) {
      await end()
      throw new CameraFault('busy')
    }
    for (const [id, relay] of this.#relays) if (relay.key === key) this.#drop(id)
    const id = randomBytes(16).toString('base64url')
    const timer = setInterval(() => this.#look(id, still), lookMs)
    timer.unref()
    this.#relays.set(id, { key, ticket, heardAt: Date.now(), timer, end })
    return { id, answer }
  }
  #look(id: string, still: () => Promise<boolean>): void {
    const relay = this.#relays.get(id)
    if (!relay) return
    if (Date.now() - relay.heardAt > silentMs) return this.#drop(id)
    still().then(
      (may) => may || this.#drop(id),
      () => undefined,
    )
  }
  #of(key: string, id: string): Relay | null {
    const relay = this.#relays.get(id)
    return relay?.key === key ? relay : null
  }
  /** Notes that a viewer is there; false: the session is over, or another's. */
  heard(key: string, id: string): boolean {
    const relay = this.#of(key, id)
    if (relay) relay.heardAt = Date.now()
    return relay !== null
  }
  /** false: there is none such. */
  async close(key: string, id: string): Promise<boolean> {
    if (!this.#of(key, id)) return false
    await this.#close(id)
    return true
  }
  async #close(id: string): Promise<void> {
    const relay = this.#relays.get(id)
    if (!relay) return
    this.#relays.delete(id)
    clearInterval(relay.timer)
    await relay.end()
  }
  #drop(id: string): void {
    this.#close(id).catch(() => undefined)
  }
  /** Ends every session of a camera, whoever looks. */
  cut(tenant: number, camera: number): void {
    for (const [id, { ticket }] of this.#relays)
      if (ticket.tenant === tenant && ticket.camera === camera) this.#drop(id)
  }
  isPlayed(tenant: number, camera: number): boolean {
    return [...this.#relays.values()].some(
      ({ ticket }) => ticket.tenant === tenant && ticket.camera === camera,
    )
  }
  /** Ends them all, and begins none any more. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#relays.keys()].map((id) => this.#close(id)))
  }
}
