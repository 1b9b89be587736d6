import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { camera as entity, type eventProblems } from '#contract/camera/camera.ts'
import { changed, row, rows, type Database } from '#server/db/database.ts'
import { eachAlone, noteFault } from '#server/db/parts.ts'
import { announce } from '#server/live/events.ts'
import type { IngestQueue } from '#server/modules/telemetry/engine/ingest-queue.ts'
import { parseTelemetry } from '#server/modules/telemetry/engine/parse-telemetry.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault, type CameraEventKind, type CameraFaultCode } from './engine/source.ts'
import { Listening } from './engine/events/listening.ts'
import { EventReadings, type EventReading } from './engine/events/readings.ts'
import type { EventTimes } from './engine/events/times.ts'

interface Wanted {
  tenantId: number
  cameraId: number
  /** Its box, and whether that says by itself that it is there. */
  deviceId: number
  speaks: boolean
}
type Problem = keyof typeof eventProblems

/** Ms before now from when on events are asked for where somebody listened before. */
const backMs = 10 * 60_000
/** Ms in which what is kept for us elsewhere is let go of. */
const farewellMs = 2000
const kinds: readonly CameraEventKind[] = ['motion', 'line', 'tamper']
const problems: Readonly<Partial<Record<CameraFaultCode, Problem>>> = {
  no_address: 'setup',
  no_platform: 'setup',
  not_found: 'setup',
  not_allowed: 'unsupported',
  refused: 'refused',
  offline: 'offline',
}

/**
 * Listens to the cameras whose events are wanted, one process to each of them, and has their boxes
 * say what was seen: from there on it is what any device reports.
 */
export class Listener {
  readonly #db: Database
  readonly #engine: Pick<CameraEngine, 'setup' | 'source'>
  readonly #intake: IngestQueue
  readonly #times: EventTimes
  readonly #process = randomUUID()
  readonly #listening = new Map<string, { wanted: Wanted; one: Listening }>()
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> = Promise.resolve()
  constructor(
    db: Database,
    engine: Pick<CameraEngine, 'setup' | 'source'>,
    intake: IngestQueue,
    times: EventTimes,
  ) {
    this.#db = db
    this.#engine = engine
    this.#intake = intake
    this.#times = times
  }
  get size(): number {
    return this.#listening.size
  }
  start(): void {
    this.#timer = setInterval(() => {
      this.#looking = this.#looking
        .then(() => this.look())
        .catch((error: unknown) => noteFault('events of cameras', error))
    }, this.#times.lookMs)
    this.#timer.unref()
  }
  /** One round: begins and ends what is due. */
  async look(): Promise<void> {
    const all = await this.#db.platform((tx) =>
      rows<Wanted>(
        tx,
        sql`select tenant_id, camera_id, device_id, speaks from furrow_cameras_to_hear(${this.#process})`,
      ),
    )
    const names = new Map(all.map((one) => [`${one.tenantId}/${one.cameraId}`, one]))
    const over = [...this.#listening].filter(([name, { wanted }]) => {
      const now = names.get(name)
      return now?.deviceId !== wanted.deviceId || now.speaks !== wanted.speaks
    })
    for (const [name] of over) this.#listening.delete(name)
    const what = ([name]: readonly [string, unknown]) => `events of camera ${name}`
    await Promise.all(
      over.map((one) => eachAlone([one], what, ([, listening]) => this.#leave(listening))),
    )
    const fresh = [...names].filter(([name]) => !this.#listening.has(name))
    await eachAlone(fresh, what, async ([name, wanted]) => {
      this.#listening.set(name, { wanted, one: await this.#begin(name, wanted) })
    })
  }
  async #leave({ wanted, one }: { wanted: Wanted; one: Listening }): Promise<void> {
    const { tenantId: tenant, cameraId: camera } = wanted
    const others = await this.#db.read(tenant, (tx) =>
      row(
        tx,
        sql`select 1 from camera_listener where camera_id = ${camera}
          and holder <> ${this.#process} and held_until > now()`,
      ),
    )
    await (others ? one.end() : one.leave())
  }
  async #begin(name: string, wanted: Wanted): Promise<Listening> {
    const { tenantId: tenant, cameraId: camera, deviceId: device, speaks } = wanted
    const stored = await this.#stored(tenant, device)
    // Who has just asked for events is not told of the past.
    const since = Date.now() - (stored.length > 0 ? backMs : 0)
    let noted: Problem | null | undefined
    return new Listening({
      what: `events of camera ${name}`,
      readings: new EventReadings(stored, Date.now(), this.#times.holdMs),
      times: this.#times,
      open: async () => {
        const setup = await this.#engine.setup(tenant, camera)
        const source = this.#engine.source(setup)
        if (!source.events) throw new CameraFault('not_allowed')
        return {
          key: createHash('sha256').update(JSON.stringify(setup)).digest('base64'),
          open: () => source.events!(since),
        }
      },
      store: (readings) => this.#store(tenant, device, readings),
      asked: async (fault) => {
        if (!fault && !speaks) this.#intake.seen(tenant, device)
        const problem = fault && (problems[fault.code] ?? 'unreachable')
        if (problem === noted) return
        await this.#note(tenant, camera, problem)
        noted = problem
      },
    })
  }
  /** What the box said last of what is seen. */
  async #stored(tenant: number, device: number): Promise<EventReading[]> {
    const found = await this.#db.read(tenant, (tx) =>
      rows<{ metric: CameraEventKind; value: number; at: string }>(
        tx,
        sql`select metric, value, at from device_latest where device_id = ${device} and metric = any(${kinds}::text[])`,
      ),
    )
    return found.map(({ metric, value, at }) => ({
      kind: metric,
      at: Date.parse(at),
      value: value === 1 ? 1 : 0,
    }))
  }
  /** As if the box itself had reported it. */
  async #store(tenant: number, device: number, readings: readonly EventReading[]): Promise<void> {
    if (readings.length === 0) return
    const reports = readings.map(({ kind, at, value }) => ({ ts: at, values: { [kind]: value } }))
    const message = parseTelemetry(
      { deviceId: device, deviceType: entity.name, dialect: 'standard' },
      Buffer.from(JSON.stringify(reports)),
    )
    await new Promise<void>((done, fail) =>
      this.#intake.message(tenant, message, (error) => (error ? fail(error) : done())),
    )
  }
  #note(tenant: number, camera: number, problem: Problem | null): Promise<void> {
    return this.#db.write(tenant, async (tx) => {
      const count = await changed(
        tx,
        sql`update camera set events_problem = ${problem}
          where id = ${camera} and events_problem is distinct from ${problem}`,
      )
      if (count > 0)
        await announce(tx, { tenant, resource: entity.name, ids: [camera], kind: 'updated' })
    })
  }
  /** Cameras that were changed are looked at before they are asked again. */
  renew(tenant: number, cameras: readonly number[]): void {
    for (const camera of cameras) this.#listening.get(`${tenant}/${camera}`)?.one.renew()
  }
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#looking
    const all = [...this.#listening.values()]
    this.#listening.clear()
    await Promise.race([
      Promise.all(all.map(({ one }) => one.end())),
      pause(farewellMs, undefined, { ref: false }),
    ])
    await this.#db
      .platform((tx) => rows(tx, sql`select furrow_listener_gone(${this.#process})`))
      .catch(() => undefined)
  }
}
