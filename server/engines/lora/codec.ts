import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/** What a codec made of a payload: values by name, or why there are none. */
export interface Decoded { values: Record<string, unknown> | null; error: string | null; warnings: string[] }
interface Said { answer?: string; error?: string }
/** From the thread: that it begins with a task, then what came of it. */
type Message = { id: number } & ({ began: true } | Said)

const place = import.meta.env?.PROD ? './codec-worker.js' : './codec-worker.mjs'
/** The interpreter stops a script after 100 ms where it can; what goes on inside one of its own functions is ended from outside. */
const hungMs = 1000
/** What a new thread may take to be ready, on a machine with much to do: no script is to blame for that. */
const startMs = 30_000
/** A script that had to be ended is not run again for so long: it would keep everybody else's payloads waiting. */
const bannedMs = 60_000
const mostWaiting = 1000
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
const answered = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(), errors: z.array(z.string()).nullish(), warnings: z.array(z.string()).nullish(),
})
const telling = z.looseObject({ bytes: z.array(z.int().min(0).max(255)).max(242).nullish(), fPort: z.int().min(1).max(223).nullish(), errors: z.array(z.string()).nullish() })
const failed = (error: string): Decoded => ({ values: null, error, warnings: [] })

/** What a codec made of an order: what goes to the node, or why nothing does. */
export type Encoded = { bytes: Buffer; fPort: number } | { error: string }

interface Task { script: string; call: string; resolve: (said: Said) => void }

/** Runs tenants' codecs in a thread and an interpreter of their own, one payload at a time. */
export class CodecRunner {
  #worker: Worker | null = null
  readonly #queue: Task[] = []
  #running: { id: number; task: Task; timer: NodeJS.Timeout } | null = null
  readonly #banned = new Map<string, number>()
  #last = 0

  /** Never rejects: a script that fails, hangs or eats memory is an error in the answer. */
  async decode(script: string, fPort: number, payload: Uint8Array): Promise<Decoded> {
    const bytes = JSON.stringify([...payload])
    // ChirpStack's older scripts are called `Decode(fPort, bytes)`.
    return decoded(await this.#run(script, `typeof decodeUplink === 'function' ? decodeUplink({ fPort: ${fPort}, bytes: ${bytes} }) : { data: Decode(${fPort}, ${bytes}) }`))
  }
  /** Never rejects. `data`: what the node is told. */
  async encode(script: string, data: Record<string, unknown>): Promise<Encoded> {
    return encoded(await this.#run(script, `typeof encodeDownlink === 'function' ? encodeDownlink({ data: ${JSON.stringify(data)} }) : { errors: ['the codec has no encodeDownlink'] }`))
  }
  #run(script: string, call: string): Promise<Said> {
    if (this.#queue.length >= mostWaiting) return Promise.resolve({ error: 'too many payloads are waiting' })
    if ((this.#banned.get(script) ?? 0) > Date.now()) return Promise.resolve({ error: 'the script did not end and is not run for a minute' })
    return new Promise((resolve) => {
      this.#queue.push({ script, call, resolve })
      this.#next()
    })
  }
  async close(): Promise<void> {
    const worker = this.#worker
    for (const { resolve } of this.#queue.splice(0)) resolve({ error: 'the server is stopping' })
    this.#stop('the server is stopping')
    await worker?.terminate()
  }

  #next(): void {
    const task = this.#running ? undefined : this.#queue.shift()
    if (!task) return
    const id = ++this.#last
    const worker = (this.#worker ??= this.#open())
    this.#running = { id, task, timer: setTimeout(() => this.#stop('the interpreter did not start'), startMs) }
    worker.postMessage({ id, script: task.script, call: task.call })
  }
  #open(): Worker {
    const worker = new Worker(new URL(place, import.meta.url), { resourceLimits, execArgv: [] })
    worker.unref()
    worker.on('message', ({ id, ...said }: Message) => {
      const running = this.#running
      if (id !== running?.id) return
      if (!('began' in said)) return this.#settle(said)
      clearTimeout(running.timer)
      running.timer = setTimeout(() => this.#ban(running.task), hungMs)
    })
    const lost = () => {
      if (this.#worker === worker) this.#stop('the script ended its thread')
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    return worker
  }
  #settle(said: Said): void {
    const { timer, task } = this.#running!
    clearTimeout(timer)
    this.#running = null
    task.resolve(said)
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
    if (this.#running) this.#settle({ error: why })
  }
}

const contentOf = ({ answer }: Said): unknown => (answer === undefined ? undefined : JSON.parse(answer))

function decoded(said: Said): Decoded {
  if (said.answer === undefined) return failed(said.error ?? 'no answer')
  const parsed = answered.safeParse(contentOf(said))
  if (!parsed.success) return failed('decodeUplink must answer { data: { … } }')
  const { data, errors, warnings } = parsed.data
  if (errors && errors.length > 0) return { values: null, error: errors.join('; ').slice(0, 300), warnings: warnings ?? [] }
  return data ? { values: data, error: null, warnings: warnings ?? [] } : failed('decodeUplink must answer { data: { … } }')
}

function encoded(said: Said): Encoded {
  if (said.answer === undefined) return { error: said.error ?? 'no answer' }
  const parsed = telling.safeParse(contentOf(said))
  if (!parsed.success) return { error: 'encodeDownlink must answer { bytes: [ … ], fPort }' }
  const { bytes, fPort, errors } = parsed.data
  if (errors && errors.length > 0) return { error: errors.join('; ').slice(0, 200) }
  return bytes ? { bytes: Buffer.from(bytes), fPort: fPort ?? 1 } : { error: 'encodeDownlink must answer { bytes: [ … ], fPort }' }
}
