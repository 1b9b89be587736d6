import { Worker } from 'node:worker_threads'

/** Why a worker gave nothing: out of memory, out of time, or a mistake. */
export class WorkerLost extends Error {}

const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
const timeoutMs = 60_000
// The build has them as entries beside `main`.
const places = import.meta.env?.PROD
  ? { reader: './import-reader.js', writer: './import-writer.js' }
  : { reader: './reader.mjs', writer: './writer.mjs' }

/**
 * The first answer of a worker that may use so much memory and time and no more: 256 MB is enough
 * for as many cells as
 * an import may have, all of them texts. Errors: `WorkerLost` when it ends without an answer.
 */
export function inWorker<T>(name: keyof typeof places, workerData: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    // Without the flags of this process: a loader of TypeScript would cost more than the work.
    const worker = new Worker(new URL(places[name], import.meta.url), {
      workerData,
      resourceLimits: memory,
      execArgv: [],
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      worker.terminate().catch(() => undefined)
    }
    const lose = (why: string) => end(() => reject(new WorkerLost(why)))
    const timer = setTimeout(() => lose('took too long'), timeoutMs)
    worker.once('message', (answer: T) => end(() => resolve(answer)))
    worker.once('error', (error) => lose(error.message))
    worker.once('exit', () => lose('ended'))
  })
}
