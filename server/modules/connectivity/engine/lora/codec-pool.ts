import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** What came of a call: the answer as JSON, or why there is none. */
export interface Said {
  answer?: string
  error?: string
}

const place = import.meta.env?.PROD ? './codec-worker.js' : './codec-worker.mjs'
/**
 * The interpreter stops a script after 100 ms where it can; what goes on inside one of its own
 * functions is ended from outside.
 */
const hungMs = 1000
/**
 * What a new thread may take to be ready, on a machine with much to do: no script is to blame for
 * that.
 */
const startMs = 30_000
/** A script that had to be ended is not run again for so long. */
const bannedMs = 60_000
const mostWaitingOfTenant = 1000
const mostWaiting = 20_000
/**
 * What a tenant's scripts may use: this much at once, and again as much a second. Beyond it they
 * share one thread with their like.
 */
const budgetMs = 300
const refillPerSecond = 100
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
const message = z.union([
  z.object({ id: z.int(), began: z.literal(true) }),
  z.object({ id: z.int(), answer: z.string().optional(), error: z.string().optional() }),
])

interface Task {
  tenant: number
  script: string
  call: string
  resolve: (said: Said) => void
}
interface Running {
  id: number
  task: Task
  beganAt: number | null
  timer: NodeJS.Timeout
}
/** `isForAll`: takes tenants that are beyond their budget too. */
interface Thread {
  isForAll: boolean
  worker: Worker | null
  running: Running | null
}

/**
 * Threads for scripts that tenants write. A tenant holds one of them at most, those beyond their
 * budget share the first, and
 * whoever has used least comes next: nobody's slow scripts keep another's waiting for longer than
 * one of them takes.
 */
export class CodecPool {
  readonly #threads: Thread[] = [true, false].map((isForAll) => ({
    isForAll,
    worker: null,
    running: null,
  }))
  readonly #waiting = new Map<number, Task[]>()
  /** Used and not refilled yet, in ms, as of `at`. */
  readonly #used = new Map<number, { ms: number; at: number }>()
  readonly #banned = new Map<string, number>()
  #count = 0
  #last = 0
  #isClosed = false

  /** Never rejects. `call`: an expression over what the script defines. */
  run(tenant: number, script: string, call: string): Promise<Said> {
    const queue = this.#waiting.get(tenant) ?? []
    if (this.#isClosed) return Promise.resolve({ error: 'the server is stopping' })
    if (queue.length >= mostWaitingOfTenant || this.#count >= mostWaiting)
      return Promise.resolve({ error: 'too many payloads are waiting' })
    if ((this.#banned.get(`${tenant} ${script}`) ?? 0) > Date.now())
      return Promise.resolve({ error: 'the script did not end and is not run for a minute' })
    return new Promise((resolve) => {
      this.#waiting.set(tenant, queue)
      queue.push({ tenant, script, call, resolve })
      this.#count++
      this.#next()
    })
  }
  async close(): Promise<void> {
    this.#isClosed = true
    const queues = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { resolve } of queues.flat()) resolve({ error: 'the server is stopping' })
    const workers = this.#threads.flatMap(({ worker }) => worker ?? [])
    for (const thread of this.#threads) this.#stop(thread, 'the server is stopping')
    await Promise.all(workers.map((worker) => worker.terminate()))
  }

  #usedBy(tenant: number, now: number): number {
    const used = this.#used.get(tenant)
    return used ? Math.max(0, used.ms - ((now - used.at) * refillPerSecond) / 1000) : 0
  }
  #spend(tenant: number, ms: number): void {
    const now = performance.now()
    for (const known of this.#used.keys())
      if (this.#usedBy(known, now) === 0) this.#used.delete(known)
    this.#used.set(tenant, { ms: this.#usedBy(tenant, now) + ms, at: now })
  }

  #next(): void {
    for (const thread of this.#threads) {
      if (thread.running || this.#isClosed) continue
      const task = this.#take(thread)
      if (!task) continue
      // Every thread at once: the second is there before anybody needs it.
      for (const one of this.#threads) one.worker ??= this.#open(one)
      const id = ++this.#last
      thread.running = {
        id,
        task,
        beganAt: null,
        timer: setTimeout(() => this.#stop(thread, 'the interpreter did not start'), startMs),
      }
      thread.worker!.postMessage({ id, script: task.script, call: task.call })
    }
  }
  /** The next task for a thread: of the tenant that has used least. */
  #take(thread: Thread): Task | undefined {
    const now = performance.now()
    const busy = new Set(this.#threads.flatMap(({ running }) => running?.task.tenant ?? []))
    const able = [...this.#waiting.keys()]
      .filter((tenant) => !busy.has(tenant))
      .map((tenant) => ({ tenant, ms: this.#usedBy(tenant, now) }))
      .filter(({ ms }) => thread.isForAll || ms < budgetMs)
    if (able.length === 0) return undefined
    const { tenant } = able.reduce((least, one) => (one.ms < least.ms ? one : least))
    const queue = this.#waiting.get(tenant)!
    const task = queue.shift()
    if (queue.length === 0) this.#waiting.delete(tenant)
    this.#count--
    return task
  }

  #open(thread: Thread): Worker {
    const worker = new Worker(new URL(place, import.meta.url), { resourceLimits, execArgv: [] })
    worker.unref()
    worker.on('message', (given: unknown) => {
      const said = message.safeParse(given)
      const { running } = thread
      if (!said.success || said.data.id !== running?.id || thread.worker !== worker) return
      if (!('began' in said.data)) return this.#settle(thread, said.data)
      clearTimeout(running.timer)
      running.beganAt = performance.now()
      running.timer = setTimeout(() => this.#ban(thread, running.task), hungMs)
    })
    const lost = () => {
      if (thread.worker === worker) this.#stop(thread, 'the script ended its thread')
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }
  #settle(thread: Thread, { answer, error }: Said): void {
    const { timer, task, beganAt } = thread.running!
    clearTimeout(timer)
    thread.running = null
    if (beganAt !== null) this.#spend(task.tenant, performance.now() - beganAt)
    task.resolve({ answer, error })
    this.#next()
  }
  #ban(thread: Thread, { tenant, script }: Task): void {
    const now = Date.now()
    for (const [held, until] of this.#banned) if (until <= now) this.#banned.delete(held)
    this.#banned.set(`${tenant} ${script}`, now + bannedMs)
    this.#stop(thread, 'the script does not end')
  }
  /** Ends a thread; whoever waits goes on in a new one. */
  #stop(thread: Thread, why: string): void {
    thread.worker?.terminate().catch(() => undefined)
    thread.worker = null
    if (thread.running) this.#settle(thread, { error: why })
  }
}
