import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/db/failure.ts'
import { hashOf } from '#server/db/token.ts'

const windowMs = 10_000
const perWindow = 600
const channelEveryMs = 1000

interface Bucket {
  startedAt: number
  count: number
  /** Not yet told to the other processes. */
  unsaid: number
}
const exempt = /^\/(assets|healthz|readyz|metrics)/

/**
 * Calls per caller in ten seconds, whoever serves them: processes tell each other their counts once a second
 * through the database. Signing in and SMS are counted apart, in tables.
 */
export async function limitCalls(app: FastifyInstance, tell: (payload: string) => Promise<void>, listen: (on: (payload: string) => void) => Promise<void>, max = perWindow): Promise<void> {
  const buckets = new Map<string, Bucket>()
  const add = (key: string, by: number, now: number, isOwn: boolean) => {
    let bucket = buckets.get(key)
    if (!bucket || now - bucket.startedAt > windowMs) buckets.set(key, (bucket = { startedAt: now, count: 0, unsaid: 0 }))
    bucket.count += by
    if (isOwn) bucket.unsaid += by
    return bucket
  }
  const self = Math.trunc(performance.now() * 1000).toString(36) + process.pid.toString(36)
  await listen((payload) => {
    const { from, counts } = JSON.parse(payload) as { from: string; counts: Record<string, number> }
    if (from !== self) for (const [key, by] of Object.entries(counts)) add(key, by, Date.now(), false)
  })
  const timer = setInterval(() => {
    const now = Date.now()
    const counts: Record<string, number> = {}
    for (const [key, bucket] of buckets) {
      if (now - bucket.startedAt > windowMs) buckets.delete(key)
      // Only callers near the limit matter to the others.
      else if (bucket.unsaid > 0 && bucket.count > max / 4 && Object.keys(counts).length < 100) {
        counts[key] = bucket.unsaid
        bucket.unsaid = 0
      }
    }
    if (Object.keys(counts).length) void tell(JSON.stringify({ from: self, counts })).catch(() => undefined)
  }, channelEveryMs)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
  app.addHook('onRequest', async (request) => {
    if (exempt.test(request.url)) return
    const header = request.headers.authorization
    const now = Date.now()
    const bucket = add(header ? hashOf(header).slice(0, 22) : request.ip, 1, now, true)
    if (bucket.count > max) {
      throw new Refusal(429, 'error.visit.frequent', { params: { seconds: Math.ceil((bucket.startedAt + windowMs - now) / 1000) } })
    }
  })
}
