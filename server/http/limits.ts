import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateClass } from '#contract/call.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { Actor } from './actor.ts'
import { networkOf } from './network.ts'

const usual = 600
const channelEveryMs = 1000
const mostTold = 100
const mostBuckets = 200_000
/**
 * So many refusals of a bucket are told at once. Whoever calls again all the same is told later: a
 * refusal costs the thread what a small answer does.
 */
const toldAtOnce = 20
const heldMs = 1000
/** Beyond so many that are kept waiting, the rest is told at once. */
const mostHeld = 2000

/**
 * Within so many seconds, in shares of what one session may do in ten: an address may be an
 * office's, a tenant is everybody of it.
 */
interface Limit {
  seconds: number
  address: number
  session: number
  tenant: number
}
const limits: Readonly<Record<RateClass, Limit>> = {
  ordinary: { seconds: 10, address: 5, session: 1, tenant: 10 },
  'sign-in': { seconds: 60, address: 0.5, session: 0.5, tenant: 10 },
  sms: { seconds: 60, address: 0.05, session: 0.05, tenant: 0.2 },
  export: { seconds: 60, address: 0.5, session: 0.05, tenant: 0.2 },
  import: { seconds: 60, address: 0.5, session: 0.05, tenant: 0.2 },
  ingest: { seconds: 10, address: 10, session: 10, tenant: 100 },
}
/** Calls whose token nobody holds, from one address. */
const ofUnknown = { seconds: 10, share: 0.5 }
/** Passwords of one account that were right: each costs a hash and a session. */
const ofAccount = { seconds: 60, share: 0.1 }

interface Bucket {
  startedAt: number
  count: number
  /** Not yet told to the other processes. */
  unsaid: number
  refused: number
  windowMs: number
  most: number
}
declare module 'fastify' {
  interface FastifyInstance {
    limiter: Limiter
  }
  interface FastifyContextConfig {
    rate?: RateClass
  }
}
const classOf = (request: FastifyRequest): RateClass =>
  request.routeOptions?.config?.rate ?? 'ordinary'

/**
 * Counts calls by where they come from, always, and by session and tenant once these are known:
 * never by what a caller
 * merely says of itself. Errors: 429, saying when it may be tried again.
 */
class Limiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #base: number
  #held = 0
  constructor(base = usual) {
    this.#base = base
  }

  /** Before anything is known of who calls. */
  async arrived(request: FastifyRequest): Promise<void> {
    const rate = classOf(request)
    const network = networkOf(request.ip)
    await this.#take(
      `a|${network}`,
      limits.ordinary,
      Math.max(
        limits.ordinary.address,
        limits[rate].seconds === limits.ordinary.seconds ? limits[rate].address : 0,
      ),
    )
    if (rate !== 'ordinary')
      await this.#take(`a|${rate}|${network}`, limits[rate], limits[rate].address)
  }
  async known(
    request: FastifyRequest,
    { sessionId, tenantId }: Pick<Actor, 'sessionId' | 'tenantId'>,
  ): Promise<void> {
    const rate = classOf(request)
    const limit = limits[rate]
    await this.#take(`s|${rate}|${sessionId}`, limit, limit.session)
    if (tenantId !== null) await this.#take(`t|${rate}|${tenantId}`, limit, limit.tenant)
  }
  async unknown(request: FastifyRequest): Promise<void> {
    await this.#take(`u|${networkOf(request.ip)}`, ofUnknown, ofUnknown.share)
  }

  /**
   * Before a password is hashed. Only those that were right count, so no stranger uses up the
   * owner's.
   */
  async mayEnter(account: number): Promise<void> {
    const bucket = this.#buckets.get(`e|${account}`)
    if (!bucket || Date.now() - bucket.startedAt > bucket.windowMs) return
    if (bucket.count >= bucket.most) await this.#refuse(bucket)
  }
  entered(account: number): void {
    this.#count(`e|${account}`, ofAccount.seconds, ofAccount.share)
  }

  #count(key: string, seconds: number, share: number): Bucket {
    return this.add(key, 1, Date.now(), {
      windowMs: seconds * 1000,
      most: Math.max(1, Math.ceil(this.#base * share)),
      isOwn: true,
    })
  }
  async #take(key: string, { seconds }: { seconds: number }, share: number): Promise<void> {
    const bucket = this.#count(key, seconds, share)
    if (bucket.count > bucket.most) await this.#refuse(bucket)
  }
  async #refuse(bucket: Bucket): Promise<never> {
    if (++bucket.refused > toldAtOnce && this.#held < mostHeld) {
      this.#held++
      await pause(heldMs, undefined, { ref: false })
      this.#held--
    }
    throw new HttpError(429, 'error.visit.frequent', {
      params: {
        seconds: Math.max(1, Math.ceil((bucket.startedAt + bucket.windowMs - Date.now()) / 1000)),
      },
    })
  }
  add(
    key: string,
    by: number,
    now: number,
    { windowMs, most, isOwn }: { windowMs: number; most: number; isOwn: boolean },
  ): Bucket {
    let bucket = this.#buckets.get(key)
    if (!bucket || now - bucket.startedAt > bucket.windowMs) {
      if (this.#buckets.size >= mostBuckets) this.tidy(now)
      this.#buckets.set(
        key,
        (bucket = { startedAt: now, count: 0, unsaid: 0, refused: 0, windowMs, most }),
      )
    }
    bucket.count += by
    if (isOwn) bucket.unsaid += by
    return bucket
  }
  tidy(now: number): void {
    for (const [key, { startedAt, windowMs }] of this.#buckets)
      if (now - startedAt > windowMs) this.#buckets.delete(key)
  }
  /** What the other processes should know: callers near their limit. */
  news(now: number): Record<string, [by: number, windowMs: number, most: number]> {
    this.tidy(now)
    const told: Record<string, [number, number, number]> = {}
    let count = 0
    for (const [key, bucket] of this.#buckets) {
      if (bucket.unsaid === 0 || bucket.count <= bucket.most / 4) continue
      if (++count > mostTold) break
      told[key] = [bucket.unsaid, bucket.windowMs, bucket.most]
      bucket.unsaid = 0
    }
    return told
  }
}

const exempt = /^\/(assets|healthz|readyz|metrics)/

/**
 * Whoever serves a caller: processes tell each other their counts once a second through the
 * database. Signing in and SMS are counted in tables besides.
 */
export async function limitCalls(
  app: FastifyInstance,
  tell: (payload: string) => Promise<void>,
  listen: (on: (payload: string) => void) => Promise<void>,
  base = usual,
): Promise<void> {
  const limiter = new Limiter(base)
  app.decorate('limiter', limiter)
  const self = Math.trunc(performance.now() * 1000).toString(36) + process.pid.toString(36)
  await listen((payload) => {
    const { from, counts } = JSON.parse(payload) as {
      from: string
      counts: ReturnType<Limiter['news']>
    }
    if (from !== self)
      for (const [key, [by, windowMs, most]] of Object.entries(counts))
        limiter.add(key, by, Date.now(), { windowMs, most, isOwn: false })
  })
  const timer = setInterval(() => {
    const counts = limiter.news(Date.now())
    if (Object.keys(counts).length > 0)
      tell(JSON.stringify({ from: self, counts })).catch(() => undefined)
  }, channelEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (request) => {
    if (!exempt.test(request.url)) await limiter.arrived(request)
  })
}
