import { setTimeout as pause } from 'node:timers/promises'
import { announce } from '#server/live/events.ts'
import type { Database } from '#server/db/database.ts'
import { noteFault } from '#server/db/parts.ts'
import { paidBy } from '#server/db/spending.ts'
import { TimeShare } from '#server/db/time-share.ts'
import { Lane, type Waiting } from './ingest-lane.ts'
import { MessageLimit } from './message-limit.ts'
import { MessageLog } from './message-log.ts'
import { Partitions } from './partitions.ts'
import { markOffline, markSeen } from './presence.ts'
import { countOf, timesOf } from './reports.ts'
import { storePoints, type Incoming } from './store.ts'

/** Called after COMMIT; throws nothing and keeps nobody waiting. */
type StoredListener = (tenant: number, messages: readonly Incoming[]) => void

const lingerMs = 5
/**
 * After a batch of so many, the devices that were answered are given as long to go on as it took,
 * and no longer than this; the other lane has the database meanwhile. What is counted of a device is
 * written once for a batch, so one batch of twenty messages from each costs the database a third
 * less than two of ten.
 */
const manyMessages = 100
const mostGatherMs = 100
/** What storing a message, and acknowledging it, takes of the thread that answers everybody. */
const storeMs = 0.03
/**
 * Of a tenant: while the database writes what one half of the devices said, the other half is read
 * and answered.
 */
const lanesOfTenant = 2
const mostPointsPerBatch = 12_000
/**
 * While other tenants are at work: to put a batch together takes the thread that answers them some
 * microseconds a point.
 */
const mostPointsBeside = 500
/** Beyond it the broker reads no further from anybody until what waits has been stored. */
const mostWaiting = 100_000
/**
 * Of one tenant: whoever sends more than is stored waits for themselves. For each lane a batch that
 * is being written, and nearly another one; while other tenants are at work half of it.
 */
const mostWaitingEach = 40_000
const mostWaitingBeside = 20_000
const retryMs = [50, 100, 250, 500, 1000]
const toldEveryMs = 250
/** What the operator allows is asked for again so often. */
const limitsReadMs = 5000
const mostIdsPerEvent = 500
const markedMs = 1000

/**
 * Whether the data itself is at fault: then the batch's rows are tried one by one. Anything else is
 * tried again whole.
 */
const isOfTheData = (error: unknown) => /^(22|23|P0)/.test((error as { code?: string }).code ?? '')
/** What is stored is stored, whatever those who are told of it make of it. */
function tellOf(listener: StoredListener, tenant: number, messages: readonly Incoming[]): void {
  try {
    listener(tenant, messages)
  } catch (error) {
    noteFault('what was told of stored values', error)
  }
}
export const closed = () => new Error('the server is stopping')

/**
 * Gathers what devices say into batches, one transaction per lane at a time, and answers each only
 * after COMMIT.
 * The order of what a device says is kept. While the database is away everything waits here, up to
 * a bound (`isFullFor`).
 */
export class IngestQueue {
  readonly #db: Database
  readonly #months: Partitions
  readonly #lanes = new Map<number, Lane>()
  readonly #working = new Map<Lane, Promise<void>>()
  readonly #log = new MessageLog()
  readonly #limit = new MessageLimit()
  #limitsReadAt = 0
  /** When a device was last written down as heard, in ms of this process's clock. */
  readonly #marked = new Map<number, number>()
  readonly #told = new Map<number, Set<number>>()
  readonly #roomAgain = new Map<() => void, number | null>()
  readonly #waitingOf = new Map<number, number>()
  readonly #storedListeners = new Set<StoredListener>()
  #teller: NodeJS.Timeout | undefined
  #waiting = 0
  #isClosed = false
  /** Hears of each commit: how many messages, and how long it took. */
  onCommit: (tenant: number, messages: number, seconds: number) => void = () => undefined
  readonly #share: TimeShare
  constructor(db: Database, share = new TimeShare()) {
    this.#db = db
    this.#share = share
    this.#months = new Partitions(db)
  }

  async start(): Promise<void> {
    await this.#months.prepare()
    await this.#limit.read(this.#db)
    this.#limitsReadAt = performance.now()
    this.#teller = setInterval(() => {
      void this.#tell().catch(() => undefined)
      // Who waits for the next minute is told by nobody's commit.
      this.#readOn()
      if (performance.now() - this.#limitsReadAt < limitsReadMs) return
      this.#limitsReadAt = performance.now()
      this.#limit.read(this.#db).catch(() => undefined)
    }, toldEveryMs)
  }
  async stop(): Promise<void> {
    clearInterval(this.#teller)
    this.#isClosed = true
    await Promise.all(this.#working.values())
    for (const lane of this.#lanes.values()) for (const { done } of lane.takeAll()) done(closed())
    await this.#tell()
  }

  get waiting(): number {
    return this.#waiting
  }
  get isShared(): boolean {
    return this.#share.isShared
  }
  get #mostEach(): number {
    return this.#share.isShared ? mostWaitingBeside : mostWaitingEach
  }
  spent(tenant: number, ms: number): void {
    this.#share.add(tenant, 'message', ms)
  }
  /**
   * Whether a tenant's devices have to wait; null: those of whom nobody knows yet whose they are.
   */
  isFullFor(tenant: number | null): boolean {
    return (
      this.#waiting >= mostWaiting ||
      (tenant !== null &&
        ((this.#waitingOf.get(tenant) ?? 0) >= this.#mostEach || this.secondsUntil(tenant) > 0))
    )
  }
  /** How long a tenant that has sent as much as the operator lets it waits; 0: not at all. */
  secondsUntil(tenant: number): number {
    return this.#limit.secondsOf(tenant)
  }
  /** Calls once there is room again. */
  whenRoom(again: () => void, tenant: number | null): void {
    this.#roomAgain.set(again, tenant)
  }

  /** `done` comes after COMMIT, or with an error when nothing was stored. */
  message(tenant: number, message: Incoming, done: (error: Error | null) => void): void {
    this.#limit.note(tenant)
    this.#add(tenant, message.device, { message, weight: 1 + countOf(message), done })
  }
  /**
   * A device has just connected: what this process remembers of it may have been overtaken by
   * another.
   */
  connected(tenant: number, device: number): void {
    this.#log.forget(device)
    this.#marked.delete(device)
    this.seen(tenant, device)
  }
  seen(
    tenant: number,
    device: number,
    done: (error: Error | null) => void = () => undefined,
  ): void {
    this.#add(tenant, device, { seen: device, weight: 1, done })
  }
  lost(tenant: number, device: number, done: (error: Error | null) => void): void {
    this.#add(tenant, device, { lost: device, weight: 1, done })
  }
  /**
   * Values that were worked out and are stored: heard of as what devices say, though no device has
   * spoken.
   */
  calculated(tenant: number, messages: readonly Incoming[], devices: readonly number[]): void {
    if (messages.length > 0)
      for (const listener of this.#storedListeners) tellOf(listener, tenant, messages)
    this.changed(tenant, devices)
  }
  onStored(listener: StoredListener): void {
    this.#storedListeners.add(listener)
  }
  /** Tells the tenant's browsers, with whatever else changes within the same moment. */
  changed(tenant: number, devices: Iterable<number>): void {
    const told = this.#told.get(tenant) ?? new Set()
    for (const device of devices) told.add(device)
    this.#told.set(tenant, told)
  }

  #add(tenant: number, device: number, one: Waiting): void {
    if (this.#isClosed) return one.done(closed())
    const key = tenant * lanesOfTenant + (device % lanesOfTenant)
    const lane = this.#lanes.get(key) ?? new Lane(tenant)
    this.#lanes.set(key, lane)
    lane.push(one)
    this.#count(tenant, one.weight)
    if (!this.#working.has(lane)) this.#working.set(lane, this.#work(key, lane))
  }

  #count(tenant: number, weight: number): void {
    this.#waiting += weight
    const now = (this.#waitingOf.get(tenant) ?? 0) + weight
    if (now > 0) this.#waitingOf.set(tenant, now)
    else this.#waitingOf.delete(tenant)
  }
  #readOn(): void {
    if (this.#roomAgain.size === 0 || this.#waiting >= mostWaiting / 2) return
    const asking = Array.from(this.#roomAgain)
    for (const [again, tenant] of asking) {
      if (
        tenant !== null &&
        ((this.#waitingOf.get(tenant) ?? 0) >= this.#mostEach / 2 || this.secondsUntil(tenant) > 0)
      )
        continue
      this.#roomAgain.delete(again)
      again()
    }
  }

  async #work(key: number, lane: Lane): Promise<void> {
    const { tenant } = lane
    await pause(lingerMs)
    let took = 0
    for (let before = 0; !lane.isEmpty || before >= manyMessages;) {
      // While others are at work batches are small in any case.
      if (before >= manyMessages && !this.#isClosed && !this.#share.isShared)
        await lane.gather(before, Math.min(took, mostGatherMs))
      if (lane.isEmpty) break
      // What comes while a tenant that uses more than its share waits for its turn goes with the
      // same batch.
      let batch: Waiting[] = []
      await this.#share.run(tenant, 'message', (payer) =>
        paidBy(payer, () => {
          batch = lane.take(this.#share.isShared ? mostPointsBeside : mostPointsPerBatch)
          payer.add(batch.length * storeMs)
          took = -performance.now()
          return this.#store(tenant, batch)
        }),
      )
      took += performance.now()
      before = batch.length
      this.#count(tenant, -batch.reduce((sum, { weight }) => sum + weight, 0))
      this.#readOn()
    }
    // Both at once: whoever comes next begins anew.
    this.#lanes.delete(key)
    this.#working.delete(lane)
  }

  async #store(tenant: number, batch: Waiting[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#write(tenant, batch)
        break
      } catch (error) {
        if (this.#isClosed) return batch.forEach(({ done }) => done(closed()))
        if (isOfTheData(error)) return this.#oneByOne(tenant, batch)
        await pause(retryMs[Math.min(attempt, retryMs.length - 1)])
      }
    }
    for (const { done } of batch) done(null)
  }
  /**
   * What cannot be stored is acknowledged all the same, with the reason in the raw log: sent again
   * it would fail again.
   */
  async #oneByOne(tenant: number, batch: Waiting[]): Promise<void> {
    if (batch.length > 1) {
      for (const one of batch) await this.#store(tenant, [one])
      return
    }
    const [{ message, done } = { done: () => undefined }] = batch
    if (message && countOf(message) > 0) {
      const emptied: Incoming = {
        device: message.device,
        bytes: message.bytes,
        receivedAt: message.receivedAt,
        text: message.text.replaceAll(/[^\x20-\x7e]/g, '?'),
        points: [],
        problems: [...message.problems, { code: 'store' }],
      }
      await this.#store(tenant, [{ message: emptied, weight: 0, done }])
    } else done(null)
  }

  async #write(tenant: number, batch: readonly Waiting[]): Promise<void> {
    const messages = batch.flatMap(({ message }) => message ?? [])
    await this.#months.need(timesOf(messages))
    const heard = this.#heard(batch)
    const began = performance.now()
    await this.#db.write(tenant, async (tx) => {
      await this.#log.write(tx, tenant, messages, await storePoints(tx, tenant, messages))
      await markSeen(tx, heard)
      for (const { lost } of batch) if (lost !== undefined) await markOffline(tx, lost, 'will')
    })
    const now = performance.now()
    this.onCommit(tenant, messages.length, (now - began) / 1000)
    for (const device of heard) this.#marked.set(device, now)
    for (const { lost } of batch) if (lost !== undefined) this.#marked.delete(lost)
    if (messages.length > 0)
      for (const listener of this.#storedListeners) tellOf(listener, tenant, messages)
    this.changed(
      tenant,
      batch.flatMap(({ message, seen, lost }) => message?.device ?? seen ?? lost ?? []),
    )
  }
  /** Devices of a batch whose sign of life was not written down within the last second. */
  #heard(batch: readonly Waiting[]): number[] {
    const now = performance.now()
    const all = new Set(batch.flatMap(({ message, seen }) => message?.device ?? seen ?? []))
    return [...all].filter((device) => now - (this.#marked.get(device) ?? -markedMs) >= markedMs)
  }

  async #tell(): Promise<void> {
    for (const [tenant, devices] of this.#told) {
      this.#told.delete(tenant)
      const ids = [...devices]
      for (let i = 0; i < ids.length; i += mostIdsPerEvent) {
        await this.#db
          .write(tenant, (tx) =>
            announce(tx, {
              tenant,
              resource: 'device',
              ids: ids.slice(i, i + mostIdsPerEvent),
              kind: 'updated',
            }),
          )
          .catch(() => undefined)
      }
    }
  }
}
