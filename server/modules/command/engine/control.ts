import { sql } from 'kysely'
import { arrival } from '#server/db/arrival.ts'
import { rows, type Database } from '#server/db/database.ts'
import { inParts, noteFault } from '#server/db/parts.ts'
import { advance } from './advance.ts'
import type { Change } from './machine.ts'
import { noteRecalled, endForGood, type Recall } from './recall.ts'
import { apply, commandById, commandChannel, lockDevice, tellBrowsers } from './store.ts'

/** The way to the devices that are connected to this process. */
export interface DeviceTransport {
  /** Whether the device listens here. */
  has(tenant: number, device: number): boolean
  /** Whether it tells when the device has what was sent. */
  acknowledges(tenant: number, device: number): boolean
  /** Publishes once, to this device alone; `onDelivered` when it acknowledges. */
  send(tenant: number, device: number, payload: string, onDelivered: () => void): void
}
const tickMs = 1000
const longestReason = 200

/** What a device says of a command. */
export interface DeviceAnswer {
  id: number
  ok: boolean
  reason?: string
}

/**
 * Carries commands to devices and sees what becomes of them. Everything it knows is in the
 * database, so any process may
 * die at any time: another one, or the same one again, ends what is over and sends what may still
 * go out.
 */
export class Control {
  readonly #db: Database
  readonly #links: DeviceTransport[] = []
  /** Devices that are being looked after right now; true: look again afterwards. */
  readonly #busy = new Map<string, boolean>()
  /** Devices with an open command, as of the last look. */
  #open = new Set<string>()
  /** Of those, what was heard of since that look began. */
  #fresh = new Set<string>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #working = new Set<Promise<void>>()
  #ticking: NodeJS.Timeout | undefined
  #unlisten: () => Promise<void> = async () => undefined
  #isStopping = false
  #recall: Recall = () => Promise.resolve(null)
  constructor(db: Database) {
    this.#db = db
  }

  /**
   * One more way to devices: the broker of this process, another's. The first that has a device is
   * taken.
   */
  attach(link: DeviceTransport): void {
    this.#links.push(link)
  }
  /** How what lies in the queue of a device's network is called back. */
  recallBy(recall: Recall): void {
    this.#recall = recall
  }
  #linkOf(tenant: number, device: number): DeviceTransport | undefined {
    return this.#links.find((link) => link.has(tenant, device))
  }
  async start(): Promise<void> {
    this.#unlisten = await this.#db.listen(commandChannel, (name) => {
      this.#open.add(name)
      this.#fresh.add(name)
      this.#wake(name)
    })
    // What a process that died had stored and not looked at is looked at once.
    await this.#tick(true).catch(() => undefined)
    const tick = () => {
      if (this.#isStopping) return
      this.#track(
        this.#tick(false)
          .catch(() => undefined)
          .finally(() => {
            if (!this.#isStopping) this.#ticking = setTimeout(tick, tickMs)
          }),
      )
    }
    this.#ticking = setTimeout(tick, tickMs)
  }
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#ticking)
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#unlisten()
    while (this.#working.size > 0) await Promise.all(this.#working)
  }

  /** A device listens from now on. */
  listening(tenant: number, device: number): void {
    if (this.#open.has(`${tenant}/${device}`)) this.#wake(`${tenant}/${device}`)
  }
  /** What devices reported was stored. */
  stored(tenant: number, devices: Iterable<number>): void {
    for (const device of new Set(devices))
      if (this.#open.has(`${tenant}/${device}`)) this.#wake(`${tenant}/${device}`)
  }
  /** A device answered; whatever is not about an open command of its own is left alone. */
  async answered(tenant: number, device: number, { id, ok, reason }: DeviceAnswer): Promise<void> {
    if (!this.#open.has(`${tenant}/${device}`)) return
    if (ok) return this.#delivered(tenant, device, id)
    await this.#step(tenant, device, id, ['sent', 'delivered'], {
      state: 'rejected',
      reason: reason?.replaceAll('\u0000', '').slice(0, longestReason),
    })
    this.#wake(`${tenant}/${device}`)
  }

  /**
   * What the device says from now on is said with the order in its hands; what it said meanwhile
   * may be stored already.
   */
  async #delivered(tenant: number, device: number, id: number): Promise<void> {
    await this.#step(tenant, device, id, ['sent'], { state: 'delivered', heardAt: arrival() })
    this.#wake(`${tenant}/${device}`)
  }
  /**
   * What had gone out was thrown away on its way, and the device never had it: it may go out again
   * while its time lasts.
   */
  async returned(tenant: number, device: number, id: number): Promise<void> {
    await this.#step(tenant, device, id, ['sent'], { state: 'created' })
    this.#wake(`${tenant}/${device}`)
  }
  async #step(
    tenant: number,
    device: number,
    id: number,
    from: readonly string[],
    change: Change,
  ): Promise<void> {
    await this.#db.write(tenant, async (tx) => {
      await lockDevice(tx, tenant, device)
      const command = await commandById(tx, id)
      if (command?.deviceId !== device) return
      // It has ended here: what its network says of it now is the last word.
      if (command.reason === 'atNetwork') {
        await endForGood(tx, id, change.state === 'created')
        return tellBrowsers(tx, tenant, device, [id])
      }
      if (!from.includes(command.state)) return
      await apply(tx, id, change)
      await tellBrowsers(tx, tenant, device, [id])
    })
  }

  async #tick(isFirst: boolean): Promise<void> {
    const fresh = (this.#fresh = new Set())
    const open = await this.#db.platform((tx) =>
      rows<{ tenantId: number; deviceId: number; isDue: boolean; mayGo: boolean }>(
        tx,
        sql`select * from furrow_open_commands()`,
      ),
    )
    this.#open = new Set(
      open.map(({ tenantId, deviceId }) => `${tenantId}/${deviceId}`).concat(...fresh),
    )
    for (const { tenantId, deviceId, isDue, mayGo } of open) {
      if (isFirst || isDue || (mayGo && this.#linkOf(tenantId, deviceId)))
        this.#wake(`${tenantId}/${deviceId}`)
    }
  }
  #wake(name: string): void {
    if (this.#isStopping) return
    if (this.#busy.has(name)) return void this.#busy.set(name, true)
    this.#busy.set(name, false)
    this.#track(this.#look(name))
  }
  /** `work` never rejects: whoever gives it has taken care of that. */
  #track(work: Promise<void>): void {
    this.#working.add(work)
    const over = () => this.#working.delete(work)
    work.then(over, over)
  }
  async #look(name: string): Promise<void> {
    const [tenant = 0, device = 0] = name.split('/').map(Number)
    do {
      this.#busy.set(name, false)
      // A database that is away leaves everything as it is; the next tick looks again.
      await this.#advance(tenant, device, name).catch((error: unknown) =>
        noteFault(`commands of device ${name}`, error),
      )
    } while (this.#busy.get(name) && !this.#isStopping)
    this.#busy.delete(name)
  }
  async #advance(tenant: number, device: number, name: string): Promise<void> {
    const way = (link = this.#linkOf(tenant, device)) =>
      link ? { isAcknowledged: link.acknowledges(tenant, device) } : null
    const { leaving, again, mustRecall } = await inParts(this.#db, tenant, (tx, parts) =>
      advance(tx, tenant, device, way(), parts),
    )
    if (mustRecall) {
      const outcome = await this.#recall(tenant, device).catch((error: unknown) => {
        noteFault(`calling back from the network of device ${device}`, error)
        return null
      })
      await this.#db.write(tenant, (tx) => noteRecalled(tx, tenant, device, outcome))
      return this.#wake(name)
    }
    for (const { id, payload } of leaving) {
      try {
        this.#linkOf(tenant, device)?.send(tenant, device, payload, () =>
          this.#track(this.#delivered(tenant, device, id).catch(() => undefined)),
        )
      } catch (error) {
        // A sending that is lost, as by a crash: its time runs out.
        noteFault(`sending command ${id}`, error)
      }
    }
    if (again === null || this.#isStopping) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#wake(name)
    }, again)
    this.#timers.add(timer)
  }
}
