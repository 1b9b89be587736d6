import { z } from 'zod'
import { self } from '#contract/account/self.ts'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { Served } from '#server/http/serve.ts'
import { Client } from '#server/demo/client.ts'
import { newMember, newOperator, newTenant, type Tenant, type TestApp } from './harness.ts'
import { editable, madeByPeople, make, sample, type Made } from './samples.ts'
import {
  type Schema,
  headers,
  hostile,
  hostileInAddress,
  likely,
  ofLists,
  wholeBodies,
} from './hostile.ts'

export interface Ground {
  tenant: Tenant
  rows: Map<string, Made>
  member: Client
  operator: Client
}
/** A tenant with a row of everything that people make. */
export async function newGround(app: TestApp): Promise<Ground> {
  const tenant = await newTenant(app)
  const rows = new Map<string, Made>()
  for (const entity of madeByPeople) rows.set(entity.name, await make(entity, tenant.admin))
  return {
    tenant,
    rows,
    member: await newMember(app, tenant, []),
    operator: await newOperator(app),
  }
}

export interface Shot {
  endpoint: string
  url: string
  method: string
  payload?: string
  headers: Record<string, string>
  what: string
}
const entityAt = (path: string): Entity | undefined =>
  entities.find(({ api }) =>
    Object.values(api).some((endpoint) => endpoint?.split(' ')[1] === path),
  )

/** Everything that one call is tried with. */
export async function shotsAt(served: Served, { tenant, rows }: Ground): Promise<Shot[]> {
  const [method, path] = served.endpoint.split(' ') as [string, string]
  const entity = served.entity
    ? entities.find(({ name }) => name === served.entity)
    : entityAt(path)
  const row = rows.get(entity?.name ?? '') ?? rows.get('device')!
  const schema = z.toJSONSchema(served.input, { unrepresentable: 'any', io: 'input' }) as Schema
  const guessed = likely(schema)
  const isList = served.action === 'list'
  let body = (
    typeof guessed === 'object' && guessed !== null && !Array.isArray(guessed) ? guessed : {}
  ) as Record<string, unknown>
  if (entity && served.action === 'create')
    body = await sample(entity, tenant.admin, 'all').catch(() => body)
  if (entity && served.action === 'edit' && rows.has(entity.name)) body = editable(entity, row)
  if ('id' in body) body.id = row.id
  const names = [...path.matchAll(/\{(\w+)\}/g)]
    .map((found) => found[1]!)
    .filter((name) => name !== 'tenant')
  const place = (change: Record<string, string> = {}) =>
    names.reduce(
      (text, name) =>
        text.replace(
          `{${name}}`,
          change[name] ?? (name === 'id' ? String(row.id) : name === 'entity' ? 'unit' : '1'),
        ),
      path.replace('{tenant}', String(tenant.id)),
    )
  const shots: Shot[] = []
  const add = (what: string, url: string, payload?: string, more: Record<string, string> = {}) =>
    shots.push({
      endpoint: served.endpoint,
      method,
      url,
      what,
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...more },
      ...(payload !== undefined && { payload }),
    })
  const isQuestion = method === 'GET'
  const whole = isQuestion
    ? undefined
    : Array.isArray(guessed)
      ? JSON.stringify(guessed)
      : JSON.stringify(body)
  const queryOf = (fields: Record<string, unknown>) =>
    Object.entries(fields)
      .filter(([name]) => !names.includes(name))
      .map(
        ([name, value]) =>
          `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
      )
      .join('&')
  const address = (query = isQuestion ? queryOf(body) : '') =>
    `${place()}${query ? `?${query}` : ''}`
  for (const name of names)
    for (const value of hostileInAddress)
      if (value !== '')
        add(
          `{${name}}=${value.slice(0, 40)}`,
          `${place({ [name]: value })}${isQuestion ? `?${queryOf(body)}` : ''}`,
          whole,
        )
  if (path.includes('{tenant}'))
    for (const value of ['%00', '__proto__', '0.5', '%', '99999999999999999999'])
      add(`{tenant}=${value}`, place().replace(`/${tenant.id}/`, `/${value}/`), whole)
  const asked = isList
    ? [
        ...ofLists,
        ...Object.entries(entity?.fields ?? {}).flatMap(([name, { kind }]) =>
          ['moment', 'date', 'dateRange'].includes(kind) ? [`${name}From`, `${name}To`] : [name],
        ),
      ]
    : isQuestion
      ? [...Object.keys(body), 'lang', 'page', 'size', 'sort']
      : ['lang']
  for (const name of asked) {
    const others =
      isQuestion && !isList
        ? Object.fromEntries(Object.entries(body).filter(([one]) => one !== name))
        : {}
    for (const value of hostileInAddress)
      add(
        `${name}=${value.slice(0, 40)}`,
        address([queryOf(others), `${name}=${value}`].filter(Boolean).join('&')),
        whole,
      )
    add(`${name} twice`, address(`${name}=1&${name}=2`), whole)
    add(`${name}[a]`, address(`${name}[a]=1&${name}[]=2`), whole)
  }
  if (isList)
    for (const name of Object.keys(entity?.fields ?? {}))
      add(`sort=${name}`, address(`sort=${name},desc&size=1`))
  add('lang twice', address('lang=a&lang=b'), whole)
  add('__proto__ in the query', address('__proto__=1&constructor=2&__proto__[a]=1'), whole)
  for (const more of headers)
    add(`header ${JSON.stringify(more).slice(0, 60)}`, address(), whole ?? undefined, more)
  if (isQuestion) return shots
  for (const payload of wholeBodies) add(`body ${payload.slice(0, 20)}`, place(), payload)
  add('as it should be', place(), whole)
  const parts = Object.keys(body)
  for (const name of parts) {
    for (const value of hostile)
      add(
        `${name}: ${value.slice(0, 40)}`,
        place(),
        JSON.stringify({ ...body, [name]: '@here@' }).replace('"@here@"', () => value),
      )
    const inner = body[name]
    const first = Array.isArray(inner) ? inner[0] : inner
    if (typeof first !== 'object' || first === null) continue
    for (const key of Object.keys(first)) {
      for (const value of hostile) {
        const text = JSON.stringify({ ...first, [key]: '@here@' }).replace('"@here@"', () => value)
        add(
          `${name}.${key}: ${value.slice(0, 40)}`,
          place(),
          JSON.stringify({ ...body, [name]: '@all@' }).replace('"@all@"', () =>
            Array.isArray(inner) ? `[${text}]` : text,
          ),
        )
      }
    }
  }
  if (Array.isArray(guessed))
    for (const value of hostile) add(`[0]: ${value.slice(0, 40)}`, place(), `[${value}]`)
  return shots
}

/** Numbers that look like chance and are the same each time. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Takes a stream of events for good, so nothing would ever be answered. */
const neverEnds = /\/live\b|event-stream/
export interface Fault {
  endpoint: string
  who: string
  what: string
  status: number
  body: string
}
export interface Fuzzed {
  calls: number
  operations: number
  faults: Fault[]
}
/** `most`: shots at each call by each of them, drawn by chance; none: all. */
export async function fuzz(
  app: TestApp,
  {
    most,
    seed = 1,
    only,
    say = () => undefined,
  }: { most?: number; seed?: number; only?: RegExp; say?: (line: string) => void },
): Promise<Fuzzed> {
  const draw = chance(seed)
  let ground = await newGround(app)
  const nobody = new Client(app.http)
  const done: Fuzzed = { calls: 0, operations: 0, faults: [] }
  const all = app.served.filter(
    ({ endpoint, summary }) =>
      !neverEnds.test(`${endpoint} ${summary}`) && (!only || only.test(endpoint)),
  )
  for (const served of all) {
    const began = performance.now()
    const before = done.calls
    done.operations++
    // Somebody who ended their own session, or left their own tenant, is somebody else from now on.
    if ((await ground.tenant.admin.send(self)).statusCode !== 200) ground = await newGround(app)
    if ((await ground.operator.send(self)).statusCode !== 200)
      ground.operator = await newOperator(app)
    const shots = await shotsAt(served, ground)
    for (const [who, client] of [
      ['administrator', ground.tenant.admin],
      ['member', ground.member],
      ['operator', ground.operator],
      ['nobody', nobody],
    ] as const) {
      const isAble =
        who === 'administrator' ||
        (who === 'operator' && served.access === 'operator') ||
        (who === 'nobody' && served.access === 'public')
      const number =
        most === undefined ? (isAble ? shots.length : 60) : isAble ? most : Math.ceil(most / 6)
      const chosen =
        number >= shots.length
          ? shots
          : Array.from({ length: number }, () => shots[Math.floor(draw() * shots.length)]!)
      for (const shot of chosen) {
        const answer = await app.http.inject({
          method: shot.method as 'GET',
          url: shot.url,
          ...(shot.payload !== undefined && { payload: shot.payload }),
          headers: {
            ...(client.token && { authorization: `Bearer ${client.token}` }),
            ...shot.headers,
          },
        })
        done.calls++
        if (answer.statusCode >= 500) {
          const fault = {
            endpoint: served.endpoint,
            who,
            what: shot.what,
            status: answer.statusCode,
            body: answer.body.slice(0, 200),
          }
          done.faults.push(fault)
          say(`${fault.status} ${who} ${fault.endpoint} · ${fault.what}`)
        }
      }
    }
    const seconds = (performance.now() - began) / 1000
    if (seconds > 5)
      say(`${served.endpoint}: ${done.calls - before} calls in ${seconds.toFixed(0)} s`)
  }
  return done
}
