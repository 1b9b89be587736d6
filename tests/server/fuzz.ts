import { z } from 'zod'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import type { Served } from '#server/http/serve.ts'
import { Client } from '#server/demo/client.ts'
import { newMember, newOperator, newTenant, type Tenant, type TestApp } from './harness.ts'
import { editable, madeByPeople, make, sample, type Made } from './samples.ts'

/**
 * What a value of JSON is replaced by, as it is written: some of it no JavaScript value can say.
 */
export const hostile = [
  'null',
  '[]',
  '{}',
  '[[]]',
  'true',
  '-1',
  '-0',
  '0.5',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '""',
  '"NaN"',
  '"1"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff x"',
  `"${'長'.repeat(5000)}"`,
  '"__proto__"',
  '"constructor"',
  '"valueOf"',
  '"0000-01-01"',
  '"0000-01-01T00:00:00Z"',
  '"2026-02-31"',
  '"2026-02-30T25:61:00+23:59"',
  '"1"',
  '"+275760-09-13"',
  '"=1+1"',
  '"%"',
  '"%00"',
  '"\';--"',
  '"\\u202e\\u200b"',
  '[null]',
  '["\\ud800"]',
  `[${Array.from({ length: 3000 }, () => 1).join()}]`,
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  '{"toString":1,"valueOf":1}',
  '{"length":1e9}',
  '{"toJSON":1}',
  '[{"id":null}]',
  '[{"id":1e400}]',
  '{"a":"\\ud800"}',
]
/** What stands in the place of a value of a query or a path, as it is written. */
export const hostileInAddress = [
  '',
  '%00',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  '__proto__',
  'constructor',
  'valueOf',
  'toString',
  '__proto__,desc',
  '0.5',
  '-1',
  '0',
  '1e400',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999',
  '1',
  '0000-01-01',
  '2026-02-31',
  '1,2,NaN,0.5',
  '2026-02-30T25:61:00%2B23:59',
  '%2B275760-09-13',
  '%E9%95%B7'.repeat(160),
  '%F0%9F%8C%BE'.repeat(200),
  '..%2F..%2Fetc',
  '%27%3B--',
  '%5B%5D',
  'null',
  '[object%20Object]',
]
/** Parameters that lists know without saying so in their schema. */
const ofLists = ['sort', 'size', 'page', 'q', 'ids', 'lang', 'id']

const wholeBodies = [
  '',
  'null',
  '1',
  '"x"',
  '[]',
  '[null]',
  '{',
  '{"a":1}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":1}}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  '\u0000',
  '{"a":"\\ud800"}',
  '{"\\ud800":1}',
  '{"\\u0000":1}',
]
const headers: Record<string, string>[] = [
  { 'accept-language': ',;q=xx,\u00ff' },
  { 'idempotency-key': '\u00e9'.repeat(90) },
  { 'idempotency-key': 'k'.repeat(5000) },
  { 'idempotency-key': '' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-length': '5' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer \u00ff' },
  { authorization: `Basic ${'='.repeat(3000)}` },
  { 'x-request-id': '\u00ff'.repeat(50) },
  { cookie: '__proto__=1; lang=%' },
]

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema | false
  prefixItems?: Schema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  minItems?: number
  format?: string
  pattern?: string
  default?: unknown
  required?: string[]
}
/** Something that a schema may well take. */
export function likely(schema: Schema | false | undefined): unknown {
  if (!schema) return 1
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const among = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null')
  if (among) return likely(among)
  if (schema.allOf) return likely(schema.allOf[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, one]) => [name, likely(one)]),
    )
  if (type === 'array')
    return schema.prefixItems
      ? schema.prefixItems.map(likely)
      : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => likely(schema.items))
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
  if (type === 'boolean') return true
  if (schema.format === 'date') return '2026-11-20'
  if (schema.format === 'date-time') return '2026-11-20T08:00:00+08:00'
  if (schema.format === 'uuid') return '11111111-1111-4111-8111-111111111111'
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}

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
    if ((await ground.tenant.admin.send('GET /iam/stong/v1/users/self')).statusCode !== 200)
      ground = await newGround(app)
    if ((await ground.operator.send('GET /iam/stong/v1/users/self')).statusCode !== 200)
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
