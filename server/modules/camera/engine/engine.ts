import { sql } from 'kysely'
import { rows, type Database } from '#server/db/database.ts'
import { ask, type Outgoing } from '#server/http/outgoing.ts'
import { frameOf } from './frames.ts'
import { Guard } from './guard.ts'
import { Holdings } from './holdings.ts'
import { Pieces } from './hls.ts'
import { Relays } from './relays.ts'
import { setupOf, sourceOf } from './setup.ts'
import {
  CameraFault,
  isDone,
  type CameraSetup,
  type CameraSource,
  type StopOrder,
} from './source.ts'
import { Stills } from './stills.ts'
import { Steering } from './steering.ts'
import { Streams, type StreamKey } from './streams.ts'
import { Tickets } from './tickets.ts'

/** Ms that a camera's own card plays at a time. */
const cardMs = 3 * 3_600_000
/** Everything that works on cameras in one process. */
export class CameraEngine {
  readonly streams: Streams
  readonly pieces: Pieces
  readonly tickets: Tickets
  readonly stills: Stills
  readonly steering: Steering
  /** Viewers of outside servers. */
  readonly relays: Relays
  readonly holdings = new Holdings()
  readonly #guard: Guard
  readonly #db: Database
  readonly #secret: string
  readonly outgoing: Outgoing
  readonly #eventPaceMs: number | undefined
  /** `eventPaceMs`: between two askings of a platform what its cameras saw. */
  constructor(db: Database, secret: string, outgoing: Outgoing, eventPaceMs?: number) {
    this.#eventPaceMs = eventPaceMs
    this.#db = db
    this.#secret = secret
    this.outgoing = outgoing
    this.tickets = new Tickets(secret)
    this.relays = new Relays(outgoing)
    this.#guard = new Guard(outgoing)
    this.steering = new Steering(this.#guard, (order) => this.#send(order))
    this.streams = new Streams(async (key) => {
      const setup = await this.setup(key.tenant, key.camera)
      const source = this.source(setup)
      if (key.from && !source.playback) throw new CameraFault('not_allowed')
      const feed = key.from
        ? await source.playback!(key.from, key.from + cardMs, key.isCloud ? 'cloud' : 'card')
        : await source.live(key.clarity)
      return { feed, transcodes: setup.transcodes }
    }, outgoing)
    this.pieces = new Pieces(this.streams)
    this.stills = new Stills((key) => frameOf(this.streams, key))
  }
  /** How a camera is reached, whoever asks. Errors: `not_found`. */
  async setup(tenant: number, camera: number): Promise<CameraSetup> {
    const found = await this.#db.read(tenant, (tx) => setupOf(tx, tenant, camera, this.#secret))
    if (!found) throw new CameraFault('not_found')
    return found
  }
  source(setup: CameraSetup): CameraSource {
    return sourceOf(setup, { outgoing: this.outgoing, eventPaceMs: this.#eventPaceMs })
  }
  /** The picture of a camera that is recorded. Errors: `CameraFault`. */
  async recordedOf(tenant: number, camera: number): Promise<StreamKey['clarity']> {
    const setup = await this.setup(tenant, camera)
    return setup.recordsHd && this.source(setup).hasHd ? 'hd' : 'sd'
  }
  async #send(order: StopOrder): Promise<void> {
    const { method, url, headers, body } = order
    const bytes = body === '' ? null : Buffer.from(body)
    const answered = await ask(method, url, bytes, headers, this.outgoing).catch(
      (error: unknown) => {
        throw new CameraFault('unreachable', String(error))
      },
    )
    if (!isDone(order, answered)) throw new CameraFault('command_failed', `HTTP ${answered.status}`)
  }
  keyOf(
    { tenant, id }: Pick<CameraSetup, 'tenant' | 'id'>,
    clarity: StreamKey['clarity'],
  ): StreamKey {
    return { tenant, camera: id, clarity }
  }
  /** Ends the streams of cameras that were closed or are gone. */
  async recheck(tenant: number, cameras: readonly number[]): Promise<void> {
    const watched = cameras.filter(
      (camera) => this.streams.isRead(tenant, camera) || this.relays.isPlayed(tenant, camera),
    )
    if (watched.length === 0) return
    const found = await this.#db.read(tenant, (tx) =>
      rows<{ id: number; enabledFlag: number }>(
        tx,
        sql`select id, enabled_flag from camera where id = any(${watched}::bigint[])`,
      ),
    )
    const flags = new Map(found.map(({ id, enabledFlag }) => [id, enabledFlag]))
    for (const camera of watched)
      if (flags.get(camera) !== 1) {
        const fault = new CameraFault(flags.has(camera) ? 'disabled' : 'not_found')
        this.streams.cut(tenant, camera, fault)
        this.relays.cut(tenant, camera)
      }
  }
  async stop(): Promise<void> {
    await Promise.all([this.steering.stopAll(), this.relays.stop()])
    this.#guard.stop()
    this.pieces.stop()
    this.streams.stop()
  }
}
