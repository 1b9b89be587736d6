import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** What a codec made of a payload: values by name, or why there are none. */
export interface Decoded { values: Record<string, unknown> | null; error: string | null; warnings: string[] }
interface Said { id: number; answer?: string; error?: string }

const place = import.meta.env?.PROD ? './codec-worker.js' : './codec-worker.mjs'
/** The interpreter stops a script after 100 ms where it can; what goes on inside one of its own functions is ended from outside. */
const hungMs = 1000
/** A script that had to be ended is not run again for so long: it would keep everybody else's payloads waiting. */
const bannedMs = 60_000
const mostWaiting = 1000
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
const answered = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(), errors: z.array(z.string()).nullish(), warnings: z.array(z.string()).nullish(),
})
const failed = (error: string): Decoded => ({ values: null, error, warnings: [] })

interface Task { script: string; fPort: number; bytes: number[]; resolve: (decoded: Decoded) => void }

/** Runs tenants' codecs in a thread and an interpreter of their own, one payload at a time. */
export class CodecRunner {
  #worker: Worker | null = null
  readonly #queue: Task[] = []
  #running: { id: number; task: Task; timer: NodeJS.Timeout } | null = null
  readonly #banned = new Map<string, number>()
  #last = 0

  /** Never rejects: a script that fails, hangs or eats memory is an error in the answer. */
  decode(script: string, fPort: number, payload: Uint8Array): Promise<Decoded> {
    if (this.#queue.length >= mostWaiting) return Promise.resolve(failed('too many payloads are waiting'))
    if ((this.#banned.get(script) ?? 0) > Date.now()) return Promise.resolve(failed('the script did not end and is not run for a minute'))
    return new Promise((resolve) => {
      this.#queue.push({ script, fPort, bytes: [...payload], resolve })
      this.#next()
    })
  }
  async close(): Promise<void> {
    const worker = this.#worker
    for (const { resolve } of this.#queue.splice(0)) resolve(failed('the server is stopping'))
    this.#stop('the server is stopping')
    await worker?.terminate()
  }

  #next(): void {
    const task = this.#running ? undefined : this.#queue.shift()
    if (!task) return
    const id = ++this.#last
    const worker = (this.#worker ??= this.#open())
    this.#running = { id, task, timer: setTimeout(() => this.#ban(task), hungMs) }
    worker.postMessage({ id, script: task.script, fPort: task.fPort, bytes: task.bytes })
  }
  #open(): Worker {
    const worker = new Worker(new URL(place, import.meta.url), { resourceLimits, execArgv: [] })
    worker.unref()
    worker.on('message', (said: Said) => {
      if (said.id === this.#running?.id) this.#settle(read(said))
    })
    const lost = () => {
      if (this.#worker === worker) this.#stop('the script ended its thread')
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }
  #settle(decoded: Decoded): void {
    const { timer, task } = this.#running!
    clearTimeout(timer)
    this.#running = null
    task.resolve(decoded)
    this.#next()
  }
  #ban({ script }: Task): void {
    const now = Date.now()
    for (const [held, until] of this.#banned) if (until <= now) this.#banned.delete(held)
    this.#banned.set(script, now + bannedMs)
    this.#stop('the script does not end')
  }
  /** Ends the thread; whoever waits goes on in a new one. */
  #stop(why: string): void {
    void this.#worker?.terminate()
    this.#worker = null
    if (this.#running) this.#settle(failed(why))
  }
}

function read({ answer, error }: Said): Decoded {
  if (answer === undefined) return failed(error ?? 'no answer')
  const parsed = answered.safeParse(JSON.parse(answer))
  if (!parsed.success) return failed('decodeUplink must answer { data: { … } }')
  const { data, errors, warnings } = parsed.data
  if (errors && errors.length > 0) return { values: null, error: errors.join('; ').slice(0, 300), warnings: warnings ?? [] }
  return data ? { values: data, error: null, warnings: warnings ?? [] } : failed('decodeUplink must answer { data: { … } }')
}
