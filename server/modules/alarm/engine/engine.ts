import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { rows, type Database } from '#server/db/database.ts'
import { eachAlone, inParts, noteFault } from '#server/db/parts.ts'
import { act, type StopIrrigation } from './act.ts'
import { deliverDue, type Delivery } from './deliver.ts'
import { evaluate, mostSeen, type Message, type Seen } from './evaluate.ts'
import type { News } from './record.ts'
import { isMeasured, RuleCache, rulesChannel } from './rules.ts'
import { tellOfCards } from './sim-cards.ts'
import { notify } from './notify.ts'
import { watch } from './watch.ts'

const lingerMs = 50
const watchEveryMs = 3000
/** Every so many rounds, and whenever rules change, alarms without a rule are looked for. */
const thoroughEvery = 10
/**
 * Messages of a tenant that wait; beyond it the oldest are left out. Their values are stored all
 * the same.
 */
const mostWaiting = 20_000
const batchSize = 500
const retryMs = [100, 500, 2000]

/**
 * Watches what devices report and what they leave out. Ingest hands over what it has stored and
 * never waits; a process
 * that dies leaves its place in the database to the next one.
 */
export class AlarmEngine {
  readonly delivery: Delivery
  readonly #db: Database
  readonly #rules: RuleCache
  readonly #stop: StopIrrigation
  readonly #queues = new Map<number, Message[]>()
  readonly #working = new Map<number, Promise<void>>()
  readonly #seen: Seen = new Map()
  readonly #changed = new Set<number>()
  #watching: Promise<void> = Promise.resolve()
  readonly #delivering = new Map<number, Promise<void>>()
  /** Tenants for whom something came while theirs was being sent. */
  readonly #again = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #stopListening: () => Promise<void> = async () => undefined
  #rounds = 0
  #isStopped = false
  constructor(db: Database, delivery: Delivery, stop: StopIrrigation) {
    this.#db = db
    this.#stop = stop
    this.#rules = new RuleCache(db)
    this.delivery = delivery
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#db.listen(rulesChannel, (payload) => {
      this.#rules.forget(Number(payload))
      this.#changed.add(Number(payload))
    })
    const again = () => {
      this.#watching = this.round()
        .catch(() => undefined)
        .then(() => {
          if (!this.#isStopped) this.#timer = setTimeout(again, watchEveryMs)
        })
    }
    again()
  }
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#stopListening()
    await Promise.all([this.#watching, ...this.#delivering.values(), ...this.#working.values()])
  }

  /** Takes what was stored. Comes back at once. */
  stored(tenant: number, messages: readonly Message[]): void {
    if (this.#isStopped) return
    const queue = this.#queues.get(tenant) ?? []
    this.#queues.set(tenant, queue)
    queue.push(...messages)
    if (queue.length > mostWaiting) queue.splice(0, queue.length - mostWaiting)
    if (!this.#working.has(tenant)) this.#working.set(tenant, this.#work(tenant, queue))
  }
  async #work(tenant: number, queue: Message[]): Promise<void> {
    await pause(lingerMs)
    while (queue.length > 0 && !this.#isStopped) {
      const batch = queue.splice(0, batchSize)
      for (let attempt = 0; ; attempt++) {
        const isDone = await this.#evaluate(tenant, batch).then(
          () => true,
          () => false,
        )
        const wait = retryMs[attempt]
        if (isDone || wait === undefined || this.#isStopped) break
        await pause(wait)
      }
    }
    this.#queues.delete(tenant)
    this.#working.delete(tenant)
  }
  async #evaluate(tenant: number, batch: readonly Message[]): Promise<void> {
    const rules = await this.#rules.of(tenant)
    if (!rules.some(isMeasured)) return
    const { news, met } = await inParts(this.#db, tenant, async (tx, parts) => {
      const seen: Seen = new Map()
      const all: News[] = []
      for (const some of parts.of(rules)) {
        const found = await parts.run(
          `alarm rule ${some[0]!.id}`,
          () => evaluate(tx, tenant, some, batch, this.#seen, seen),
          () => [],
        )
        for (const fresh of parts.of(found)) {
          await parts.run(
            `action of alarm ${fresh[0]!.alarmId}`,
            () => act(tx, tenant, this.#stop, fresh),
            () => undefined,
          )
          await parts.run(
            `notices of alarm ${fresh[0]!.alarmId}`,
            () => notify(tx, tenant, this.delivery.say, fresh),
            () => undefined,
          )
        }
        all.push(...found)
      }
      return { news: all, met: seen }
    })
    if (this.#seen.size > mostSeen) this.#seen.clear()
    for (const [name, at] of met) this.#seen.set(name, at)
    if (news.length > 0) this.deliver([tenant])
  }

  /**
   * One look at everything that time brings about, in every tenant that has something to look at.
   */
  async round(): Promise<void> {
    const tenants = (
      await this.#db.platform((tx) =>
        rows<{ tenantId: number }>(tx, sql`select tenant_id from furrow_alarm_tenants()`),
      )
    ).map(({ tenantId }) => tenantId)
    const isThorough = this.#rounds++ % thoroughEvery === 0
    await eachAlone(
      tenants,
      (tenant) => `alarms of tenant ${tenant}`,
      async (tenant) => {
        const hasChanged = this.#changed.delete(tenant)
        const rules = await this.#rules.of(tenant)
        await inParts(this.#db, tenant, (tx, parts) =>
          watch(tx, tenant, rules, this.delivery.say, {
            isThorough: isThorough || hasChanged,
            stop: this.#stop,
            parts,
          }),
        )
      },
      () => this.#isStopped,
    )
    const withCards = isThorough ? await this.#cards() : []
    this.deliver([...new Set([...tenants, ...withCards])])
  }
  async #cards(): Promise<number[]> {
    const tenants = (
      await this.#db.platform((tx) =>
        rows<{ tenantId: number }>(tx, sql`select tenant_id from furrow_sim_tenants()`),
      )
    ).map(({ tenantId }) => tenantId)
    await eachAlone(
      tenants,
      (tenant) => `cards of tenant ${tenant}`,
      (tenant) => this.#db.write(tenant, (tx) => tellOfCards(tx, tenant, this.delivery.say)),
      () => this.#isStopped,
    )
    return tenants
  }
  /** Sends what is due; a tenant whose people's robots are slow keeps no other waiting. */
  deliver(tenants: readonly number[]): void {
    for (const tenant of tenants) {
      if (this.#delivering.has(tenant)) {
        this.#again.add(tenant)
        continue
      }
      const work = this.#deliver(tenant)
        .catch((error: unknown) => noteFault(`notices of tenant ${tenant}`, error))
        .then(() => {
          this.#delivering.delete(tenant)
          if (this.#again.delete(tenant) && !this.#isStopped) this.deliver([tenant])
        })
      this.#delivering.set(tenant, work)
    }
  }
  async #deliver(tenant: number): Promise<void> {
    while (!this.#isStopped && (await deliverDue(this.#db, tenant, this.delivery)) > 0);
  }
}
