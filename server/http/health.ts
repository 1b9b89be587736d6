import { statfs } from 'node:fs/promises'
import type { Serving } from './serving.ts'
import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { migrationNames } from '#server/db/migrate.ts'
import { rows } from '#server/db/database.ts'
import type { LiveHub } from '#server/live/hub.ts'
import { watchVitals, type Running } from './vitals.ts'

const leastFreeBytes = 256 * 1024 * 1024
const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Whoever asks every moment asks the database no more often than this. */
const readyMs = 1500

// What Node.js tells of the process is observed once: observers never end, and they would keep what
// they report to.
const processMetrics = new Registry()
let isObserved = false

/**
 * `/healthz` says that the process answers, `/readyz` that it can work, `/metrics` what it does.
 */
export function serveHealth(
  app: Serving,
  hub: LiveHub,
  {
    publicMetrics = false,
    fillsBucket = false,
    running = () => null,
  }: {
    publicMetrics?: boolean
    /** Whether recordings go to a bucket. */
    fillsBucket?: boolean
    running?: () => Running | null
  } = {},
): { stored(tenant: number, messages: number, seconds: number): void } {
  const { platform } = app
  const registry = new Registry()
  if (!isObserved) collectDefaultMetrics({ register: processMetrics, prefix: 'furrow_' })
  isObserved = true
  const duration = new Histogram({
    name: 'furrow_http_request_seconds',
    help: 'Time to answer, by call',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  const failures = new Counter({
    name: 'furrow_http_failures_total',
    help: 'Answers of 500 and above',
    registers: [registry],
  })
  new Gauge({
    name: 'furrow_live_listeners',
    help: 'Open event streams',
    registers: [registry],
    collect() {
      this.set(hub.size)
    },
  })

  app.http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    if (reply.statusCode >= 500) failures.inc()
  })

  app.http.get('/healthz', async () => ({ status: 'ok' }))
  const look = async () => {
    const checks: Record<string, string> = {}
    const check = async (name: string, ask: () => Promise<string | null>) => {
      checks[name] = await ask().then(
        (fault) => fault ?? 'ok',
        () => 'failed',
      )
    }
    await check('database', async () => {
      const settings = await platform.db.platform((tx) =>
        rows<{ name: string; setting: string }>(
          tx,
          sql`
        select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
        ),
      )
      const weak = settings.filter((s) => s.setting === 'off')
      return weak.length ? `unsafe: ${weak.map((s) => s.name).join(', ')} is off` : null
    })
    await check('migrations', async () => {
      const applied = await platform.db.platform((tx) =>
        rows<{ name: string }>(tx, sql`select name from migration`),
      )
      const missing = migrationNames().filter((name) => !applied.some((a) => a.name === name))
      return missing.length ? `missing: ${missing.join(', ')}` : null
    })
    await check('disk', async () => {
      const { bavail, bsize } = await statfs(platform.filesDir)
      return bavail * bsize < leastFreeBytes ? 'almost full' : null
    })
    const now = running()
    if (now?.broker)
      await check('broker', () =>
        Promise.resolve(now.broker!.isListening ? null : 'does not listen'),
      )
    if (now)
      await check('jobs', () => Promise.resolve(now.jobs.isAlive ? null : 'nobody looks for jobs'))
    return checks
  }
  let seen: { at: number; checks: ReturnType<typeof look> } | null = null
  app.http.get('/readyz', async (_request, reply) => {
    if (!seen || performance.now() - seen.at > readyMs)
      seen = { at: performance.now(), checks: look() }
    const checks = await seen.checks
    const ready = Object.values(checks).every((state) => state === 'ok')
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
  const stored = watchVitals(registry, platform.db, platform.filesDir, running, fillsBucket)
  app.http.get('/metrics', async (request, reply) => {
    if (!publicMetrics && (!loopback.test(request.ip) || request.headers['x-forwarded-for']))
      return reply.status(404).send()
    return reply
      .type(registry.contentType)
      .send((await processMetrics.metrics()) + (await registry.metrics()))
  })
  return { stored }
}
