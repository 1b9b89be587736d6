import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Serving } from './serving.ts'
import type { z } from 'zod'
import type { Access, Call, RateClass } from '#contract/call.ts'
import type { Endpoint } from '#contract/entity.ts'
import { entities } from '#contract/domains.ts'
import { seen } from '#contract/seen.ts'
import { isLasting } from '#contract/lasting.ts'
import { actorOf, type Actor, type Rights } from './actor.ts'
import { contextOf, type Context, type Platform, type SignedIn } from './context.ts'
import { fromDatabase, notFound, HttpError } from '#server/db/http-error.ts'
import { paidBy } from '#server/db/spending.ts'
import { TooMany } from '#server/db/time-share.ts'
import { FileAnswer } from './file-answer.ts'
import { claim, type Once } from './idempotency.ts'
import { requireShallow, inputOf, languageAsked } from './input.ts'
import { longAnswer, streamOf } from './long-answer.ts'
import { parse } from './validate.ts'

/** What is known of every call that is served; OpenAPI and the tenant law walk this list. */
export interface Served {
  endpoint: Endpoint
  summary: string
  access: Access
  input: z.ZodType
  answer: z.ZodType | null
  form: boolean
  /** Its answer is kept nowhere. */
  secret?: boolean
  lasting?: boolean
  /** How often it may be made; none: ordinary. */
  rate?: RateClass
  /** Its own reader takes the body apart: what devices say, whatever it is. */
  isRaw?: boolean
  /** Acts beyond the caller's data scope. */
  reach?: 'tenant'
  /** Tells every member alike. */
  forMembers?: true | readonly string[]
  /** Entity whose rows it answers, where its path is not the entity's own. */
  rowsOf?: string
  /** Part of its answer is told to holders of a code alone. */
  hides?: Call['hides']
  /** Entity of a generated call, and which of its actions. */
  entity?: string
  action?: string
}

export const toRoute = (endpoint: Endpoint) => {
  const [method, path] = endpoint.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  return { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }
}

const bearer = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  return header ? header.replace(/^bearer\s+/i, '').trim() : null
}
export const expired = () => new HttpError(401, 'error.permission.accessTokenExpired')

interface Admitted {
  actor: Actor | null
  rights: Rights | null
  tenant: number
}
/** Steps one to three: who, which tenant, may they. */
export async function admit(
  platform: Platform,
  request: FastifyRequest,
  access: Access,
): Promise<Admitted> {
  const asked = (request.params as Record<string, string>).tenant
  if (access === 'public') return { actor: null, rights: null, tenant: 0 }
  const token = bearer(request)
  const actor = token ? await actorOf(platform.db, token) : null
  if (!actor) {
    await request.server.limiter.unknown(request)
    throw expired()
  }
  await request.server.limiter.known(request, actor)
  request.filesOf = actor.tenantId
  const isQuestion =
    request.method === 'GET' || request.url.startsWith('/iam/stong/v1/menus/check-resources')
  if (actor.viewedRole !== null && !isQuestion) throw new HttpError(403, 'role.viewing')
  // What a tenant asks of its people holds in it, and not for whoever operates the platform.
  const isOperating = access === 'operator' && actor.isOperator
  if (actor.lacksFactor && !isOperating && (asked !== undefined || access !== 'signed-in'))
    throw new HttpError(403, 'factor.due')
  if (access === 'operator') {
    if (!actor.isOperator)
      throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: ['operator'] } })
    return { actor, rights: null, tenant: 0 }
  }
  const rights = await platform.rights.of(actor)
  actor.scope = rights.scope
  // Another tenant's id answers exactly as one that does not exist (docs/specification.md 1.7).
  if (asked !== undefined && (!rights.isMember || asked !== String(actor.tenantId)))
    throw notFound()
  if (access !== 'signed-in') {
    const codes = [access.code].flat()
    if (!codes.some((code) => rights.codes.has(code)))
      throw new HttpError(403, 'error.permission.mismatch', { extra: { missing: codes } })
  }
  // What a code guards is the session's tenant's, also where the specified path does not say so.
  const isOfTenant = asked !== undefined || access !== 'signed-in'
  return { actor, rights, tenant: isOfTenant ? actor.tenantId! : 0 }
}

/** One path for every call: who, which tenant, may they, is it well formed; the handler asks what the record allows. */
export function route<C extends Context>(
  app: Serving,
  served: Served,
  handle: (input: unknown, context: C) => Promise<unknown>,
): void {
  const { platform } = app
  app.served.push(served)
  app.http.route({
    ...toRoute(served.endpoint),
    config: { rate: served.rate, isCall: true },
    handler: async (request, reply) => {
      const admitted = await admit(platform, request, served.access)
      try {
        return await platform.share.run(admitted.actor?.tenantId ?? 0, 'call', (payer) =>
          paidBy(payer, () => answer(request, reply, admitted)),
        )
      } catch (error) {
        throw error instanceof TooMany
          ? new HttpError(429, 'error.visit.frequent', { params: { seconds: 1 } })
          : error
      }
    },
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { actor, rights, tenant }: Admitted,
  ): Promise<unknown> {
    // Whoever waited for their turn and has gone meanwhile is answered by nobody.
    if (request.raw.socket?.destroyed) return reply.hijack()
    if (actor?.impersonator && isLasting(served)) throw new HttpError(403, 'grant.acting')
    const language = languageAsked(request)
    const input = served.isRaw
      ? requireShallow(request.body)
      : parse(served.input, inputOf(request))
    const key = request.headers['idempotency-key']
    let once: Once | null = null
    const codes = rights?.codes ?? new Set<string>()
    const shown = (value: unknown) => toldOf(served, value, codes)
    // Only what the contract promises leaves the server. A bare text or number is JSON too.
    const sent = (promised: unknown) =>
      typeof promised === 'object'
        ? promised
        : reply.type('application/json').send(JSON.stringify(promised))
    const replayed = (value: unknown) => {
      if (value === undefined || value === null) return reply.status(204).send()
      const { success, data } = served.answer?.safeParse(value) ?? { success: true, data: value }
      // Whoever did it died before its answer was made: what is kept is what was written.
      if (!success) throw new HttpError(409, 'error.idempotency.unanswered')
      return sent(data)
    }
    if (actor && request.method !== 'GET' && typeof key === 'string') {
      once = await claim(
        platform,
        tenant,
        actor.accountId,
        key,
        served.endpoint,
        input,
        served.secret,
      )
      if (once.replay) return replayed(shown(once.replay.value))
    }
    const context = contextOf(
      platform,
      request,
      language,
      tenant,
      actor,
      (tx, value) => once?.done(tx, served.answer && value) ?? Promise.resolve(),
      served.reach,
    )
    try {
      const value = shown(
        await handle(
          input,
          Object.assign(context, {
            actor,
            codes,
            setCookie: (line: string) => void reply.header('set-cookie', line),
          }) as unknown as C,
        ),
      )
      // What was done otherwise than by `context.write` is done all the same.
      await once?.settle(value instanceof FileAnswer ? null : value)
      if (value instanceof FileAnswer)
        return reply
          .type(value.type)
          .header('content-disposition', value.disposition)
          .send(value.data)
      if (value === undefined || value === null) return reply.status(204).send()
      const pieces = await longAnswer(served.answer, value, (text) =>
        request.filesOf === null
          ? text
          : app.http.fileSigner.signAll(text, request.filesOf, request),
      )
      if (pieces)
        return reply
          .type('application/json; charset=utf-8')
          .header(
            'content-length',
            pieces.reduce((sum, { length }) => sum + length, 0),
          )
          .send(streamOf(pieces))
      return sent(served.answer ? served.answer.parse(value) : value)
    } catch (error) {
      await once?.release(
        error instanceof HttpError ? error.status < 500 : fromDatabase(error) !== null,
      )
      // What a refusal shows of the record is told as the record is.
      if (error instanceof HttpError && error.extra.current)
        error.extra.current = shown(error.extra.current)
      throw error
    }
  }
}

/** What of an answer the caller may be told. */
function toldOf(
  { entity, rowsOf = entity, hides }: Served,
  value: unknown,
  codes: ReadonlySet<string>,
): unknown {
  if (value instanceof FileAnswer) return value
  const known = rowsOf ? entities.find(({ name }) => name === rowsOf) : undefined
  const told = known ? seen(known, value, codes) : value
  return hides && !codes.has(hides.code) ? without(told, new Set(hides.names)) : told
}
function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, one]) => [name, without(one, names)]),
  )
}

type Handler<In extends z.ZodType, Out extends z.ZodType, C> = (
  input: z.output<In>,
  context: C,
) => Promise<z.input<Out> | FileAnswer>

/** What a call of the contract is to whoever serves it. */
function servedOf({
  endpoint,
  summary,
  access,
  input,
  answer,
  form = false,
  rowsOf,
  hides,
  raw: isRaw,
  secret,
  lasting,
  reach,
  forMembers,
  rate,
}: Call): Served {
  return {
    endpoint,
    summary,
    access,
    input,
    answer: answer.type === 'void' ? null : answer,
    form,
    ...(rowsOf && { rowsOf }),
    ...(hides && { hides }),
    ...(rate && { rate }),
    ...(isRaw && { isRaw }),
    ...(reach && { reach }),
    ...(forMembers && { forMembers }),
    ...(secret && { secret }),
    ...(lasting !== undefined && { lasting }),
  }
}
/** Serves a call that a signed-in user makes. */
export function serve<In extends z.ZodType, Out extends z.ZodType>(
  app: Serving,
  call: Call<In, Out>,
  handle: Handler<In, Out, SignedIn>,
): void {
  if (call.access === 'public') throw new Error(`${call.endpoint} is public: servePublic`)
  route<SignedIn>(
    app,
    servedOf(call),
    handle as (input: unknown, context: SignedIn) => Promise<unknown>,
  )
}
/** Serves a call that anyone makes. */
export function servePublic<In extends z.ZodType, Out extends z.ZodType>(
  app: Serving,
  call: Call<In, Out>,
  handle: Handler<In, Out, Context>,
): void {
  route<Context>(
    app,
    servedOf(call),
    handle as (input: unknown, context: Context) => Promise<unknown>,
  )
}
