import { sql } from 'kysely'
import { rows, type Database } from '#server/db/database.ts'
import { eachAlone, inParts, noteFault } from '#server/db/parts.ts'
import { advance, type Field } from './advance.ts'
import {
  evaluateTimers,
  evaluateEdges,
  evaluateValues,
  type Message,
  type Newest,
} from './evaluate-triggers.ts'
import { tellPaused, type SayPaused } from './pause.ts'
import { rulesChannel, WatchedRules } from './rules.ts'

const tickMs = 1000
/**
 * Messages of a tenant that wait; beyond it the oldest are left out. Their values are stored all
 * the same.
 */
const mostWaiting = 20_000
const batchSize = 500
const mostNewest = 100_000
/** Skipped runs are kept for three months, the others for two years. */
const trimEvery = 3600

/**
 * Sets rules off and sees their runs through. Ingest hands over what it has stored and never waits.
 * Everything it knows is
 * in the database: another process, or the same one again, goes on where one died.
 */
export class Automation {
  readonly #db: Database
  readonly #field: Field
  readonly #say: SayPaused
  readonly #rules: WatchedRules
  readonly #queues = new Map<number, Message[]>()
  readonly #working = new Map<number, Promise<void>>()
  readonly #newest: Newest = new Map()
  #ticking: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #unlisten: () => Promise<void> = async () => undefined
  #rounds = 0
  #isStopping = false
  constructor(db: Database, field: Field, say: SayPaused) {
    this.#db = db
    this.#field = field
    this.#say = say
    this.#rules = new WatchedRules(db)
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#db.listen(rulesChannel, (tenant) =>
      this.#rules.forget(Number(tenant)),
    )
    const tick = () => {
      this.#looking = this.round()
        .catch(() => undefined)
        .then(() => {
          if (!this.#isStopping) this.#ticking = setTimeout(tick, tickMs)
        })
    }
    tick()
  }
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#ticking)
    await this.#unlisten()
    await Promise.all([this.#looking, ...this.#working.values()])
  }

  /** Takes what was stored. Comes back at once. */
  stored(tenant: number, messages: readonly Message[]): void {
    if (this.#isStopping) return
    const queue = this.#queues.get(tenant) ?? []
    this.#queues.set(tenant, queue)
    queue.push(...messages)
    if (queue.length > mostWaiting) queue.splice(0, queue.length - mostWaiting)
    if (!this.#working.has(tenant)) this.#working.set(tenant, this.#work(tenant, queue))
  }
  async #work(tenant: number, queue: Message[]): Promise<void> {
    while (queue.length > 0 && !this.#isStopping)
      await this.#values(tenant, queue.splice(0, batchSize)).catch((error: unknown) =>
        noteFault(`rules of tenant ${tenant}`, error),
      )
    this.#queues.delete(tenant)
    this.#working.delete(tenant)
  }
  async #values(tenant: number, batch: readonly Message[]): Promise<void> {
    const rules = await this.#rules.of(tenant)
    const watched = new Set(
      rules.flatMap(({ triggers }) => triggers.flatMap(({ deviceId }) => deviceId ?? [])),
    )
    const messages = batch.filter(({ device }) => watched.has(device))
    if (messages.length === 0) return
    if (this.#newest.size > mostNewest) this.#newest.clear()
    const met = await inParts(this.#db, tenant, async (tx, parts) => {
      const found = await evaluateValues(
        tx,
        tenant,
        rules,
        messages,
        this.#newest,
        Date.now(),
        parts,
      )
      await parts.run(
        `paused rules of tenant ${tenant}`,
        () => tellPaused(tx, tenant, this.#say),
        () => undefined,
      )
      return found
    })
    for (const [name, at] of met) this.#newest.set(name, at)
  }

  /** One look at what time brings about, in every tenant that has something to look at. */
  async round(now = Date.now()): Promise<void> {
    const tenants = await this.#db.platform((tx) =>
      rows<{ tenantId: number }>(tx, sql`select tenant_id from furrow_control_tenants()`),
    )
    const trims = this.#rounds++ % trimEvery === trimEvery - 1
    // What fails in one tenant is looked at again in a second, and keeps no other waiting.
    await eachAlone(
      tenants,
      ({ tenantId }) => `rules of tenant ${tenantId}`,
      ({ tenantId }) => this.#tenant(tenantId, now, trims),
      () => this.#isStopping,
    )
  }
  async #tenant(tenant: number, now: number, trims: boolean): Promise<void> {
    await inParts(this.#db, tenant, async (tx, parts) => {
      await evaluateTimers(tx, tenant, now, parts)
      await evaluateEdges(tx, tenant, now, parts)
      await parts.run(
        `paused rules of tenant ${tenant}`,
        () => tellPaused(tx, tenant, this.#say),
        () => undefined,
      )
      if (trims)
        await sql`delete from control_run where state <> 'running'
          and began_at < now() - case state when 'skipped' then interval '90 days' else interval '2 years' end`.execute(
          tx,
        )
    })
    const running = await this.#db.read(tenant, (tx) =>
      rows<{ id: number }>(tx, sql`select id from control_run where state = 'running' order by id`),
    )
    await eachAlone(
      running,
      ({ id }) => `run ${id}`,
      ({ id }) => this.#db.write(tenant, (tx) => advance(tx, tenant, id, this.#field, now)),
    )
  }
}
