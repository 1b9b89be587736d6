import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { JobRow } from '#contract/platform/platform-calls.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Client } from '#server/demo/client.ts'

const pollMs = 50
const wanted = {
  entity: 'unit',
  format: 'csv',
  columns: ['code', 'name', 'enName', 'description'],
  query: {},
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const isOpen = ({ state }: JobRow) => state === 'queued' || state === 'running'

interface Exported {
  seconds: number
  rows: number
  megabytes: number
  rssGrowth: number
  delay: number
  steps: number
  stopMs: number
  leftBehind: number
}

/**
 * A list is taken away as a file, once to its end and once stopped half-way; measured in the
 * process that writes it.
 */
export async function exportAll(
  app: { jobs: JobQueue },
  client: Client,
  filesDir: string,
): Promise<Exported> {
  const jobOf = (id: number) => client.call<JobRow>(`GET /iam/v1/{tenant}/jobs/${id}`)
  const begin = async () =>
    (await client.call<{ jobId: number }>('POST /iam/v1/{tenant}/exports', wanted)).jobId
  const files = async () => (await readdir(join(filesDir, 'incoming'))).length

  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const id = await begin()
  const steps = new Set<number>()
  let highest = before
  delay.enable()
  const start = performance.now()
  const working = app.jobs.work()
  let job = await jobOf(id)
  for (; isOpen(job); job = await jobOf(id)) {
    if (job.progress > 0) steps.add(job.progress)
    highest = Math.max(highest, process.memoryUsage().rss)
    await pause(pollMs)
  }
  const seconds = (performance.now() - start) / 1000
  delay.disable()
  await working
  if (job.state !== 'done') throw new Error(`the export ended as ${job.state}: ${job.message}`)
  const text = await client.send(`GET ${job.resultUrl}`)

  const stopped = await begin()
  const held = await files()
  const cut = app.jobs.work()
  while ((await jobOf(stopped)).progress < 20) await pause(10)
  const asked = performance.now()
  await client.call(`POST /iam/v1/{tenant}/jobs/${stopped}/cancel`)
  await cut
  const stopMs = performance.now() - asked
  if ((await jobOf(stopped)).state !== 'cancelled') throw new Error('a stopped export went on')
  return {
    seconds,
    rows: Number(job.message),
    megabytes: text.rawPayload.length / 1e6,
    rssGrowth: (highest - before) / 1e6,
    delay: delay.percentile(99) / 1e6,
    steps: steps.size,
    stopMs,
    leftBehind: (await files()) - held,
  }
}
