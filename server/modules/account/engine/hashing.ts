import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { FairShare } from '#server/db/fair-share.ts'

interface Asked {
  password: string
  stored?: string
  strength?: { memoryCost: number; timeCost: number; parallelism: number }
}
type Answer = { done: string | boolean } | { failed: string }

/** One processor is left for everything else, however many sign in. */
const most = Math.min(4, Math.max(1, availableParallelism() - 1))
/**
 * Whose turn it is goes round between networks: between tenants, how long it takes would tell whose
 * a name is.
 */
const turns = new FairShare<string>(most)
const idle: Worker[] = []
// The build has it as an entry beside `main`.
const place = import.meta.env?.PROD ? './hash-worker.js' : './hash-worker.mjs'

function start(): Worker {
  // Without the flags of this process: a loader of TypeScript would cost more than the work.
  const worker = new Worker(new URL(place, import.meta.url), { execArgv: [] })
  worker.unref()
  return worker
}
/** Hashes, or compares, in a thread of its own. */
export function hashed<T extends string | boolean>(network: string, asked: Asked): Promise<T> {
  return turns.run(network, async () => {
    const worker = idle.pop() ?? start()
    worker.removeAllListeners()
    const answer = await new Promise<Answer>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve({ failed: error.message }))
      worker.once('exit', () => resolve({ failed: 'the thread that hashes ended' }))
      worker.ref()
      worker.postMessage(asked)
    })
    worker.removeAllListeners()
    if ('failed' in answer) {
      await worker.terminate()
      throw new Error(answer.failed)
    }
    worker.unref()
    worker.once('exit', () => {
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    })
    worker.once('error', () => undefined)
    idle.push(worker)
    return answer.done as T
  })
}
