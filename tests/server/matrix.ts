import { sql } from 'kysely'
import type { LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import { rows } from '#server/db/database.ts'
import type { Client } from '#server/demo/client.ts'
import type { Served } from '#server/http/serve.ts'
import { likely } from './fuzz.ts'
import type { Tenant, TestApp } from './harness.ts'
import { editable, madeByPeople, sample, written } from './samples.ts'
import { fill, given, type Rows } from './strangers.ts'

/** A tenant with something of everything, and what each call says to reach it. */
export interface Owner {
  tenant: Tenant
  rows: Rows
  /** First row of each table. */ ids: ReadonlyMap<string, number | string>
  bodies: ReadonlyMap<string, Record<string, unknown>>
}
export interface Shot {
  served: Served
  method: string
  path: string
  input: Record<string, unknown> | unknown[]
}

/**
 * Begins every text of the owner's: one for what stands on a base, one for what is the whole
 * tenant's.
 */
export const marks = { ofBase: '靐', ofTenant: '龘' } as const
export const anyMark = new RegExp(`[${Object.values(marks).join('')}]`, 'gu')
/** A stream that never ends once it is opened. */
export const isStream = ({ endpoint }: Served) => endpoint.endsWith('/live')
const partOf = (endpoint: string) => endpoint.split(' ')[1]!

/** What of a path says whose `{id}` it is, where no entity has the path. First match. */
const tables: readonly (readonly [RegExp, string])[] = [
  [/gateway\/switch\/\{id\}/, 'device_switch'],
  [/device\/command\/\{id\}/, 'device_command'],
  [/approval-task\/\w[\w-]*\/\{id\}/, 'approval_task'],
  [/approval-process\//, 'approval_case'],
  [/messages\/user\/\{id\}/, 'user_message'],
  [/\/jobs\/\{id\}/, 'job'],
  [/\/imports\/\{id\}/, 'list_import'],
  [/\/files\/(uploads\/)?\{id\}/, 'file'],
  [/sessions\/\{id\}/, 'session'],
  [/\/recycle\/\{id\}/, 'recycled'],
  [/list-views\/\{id\}/, 'list_view'],
  [/menu-theme\/\{id\}/, 'menu_theme'],
  [/tenant-screen\/\{id\}/, 'tenant_screen'],
  [/control-run\/\{id\}/, 'control_run'],
  [/\/alarm\/\{id\}/, 'alarm'],
  [/collection\/\{id\}/, 'gateway_collection'],
  [/strategy\/\{id\}/, 'gateway_strategy'],
  [/aerator\/pump\/\{id\}/, 'aerator_pump'],
  [/stock-document\/\{id\}/, 'stock_document'],
  [/device\/control-log/, 'device_command'],
  [/device\/offline-log/, 'device_offline'],
  [/simulated-farm|concentrator/, 'device'],
  [/platform\/tenants\/\{id\}/, 'tenant'],
]
/** Versions of a path are of one thing. */
const bare = (endpoint: string) => partOf(endpoint).replace(/\/v\d\//, '/')
const pathsOf = (entity: Entity) =>
  Object.values(entity.api)
    .filter(Boolean)
    .map((endpoint) => bare(endpoint).replace(/\/\{id\}.*/, ''))
/** The entity whose own path begins this one, the longest first. */
export function entityFor(served: Pick<Served, 'endpoint' | 'entity'>): Entity | undefined {
  if (served.entity) return entities.find(({ name }) => name === served.entity)
  const path = bare(served.endpoint)
  const found = entities.flatMap((entity) =>
    pathsOf(entity)
      .filter((one) => path === one || path.startsWith(`${one}/`))
      .map((one) => [one.length, entity] as const),
  )
  return found.sort((a, b) => b[0] - a[0])[0]?.[1]
}
export function idFor(owner: Owner, served: Served): number | string | undefined {
  const path = partOf(served.endpoint)
  // Only of what speaks it.
  if (/\/device\/\{id\}\/lora/.test(path)) return owner.rows.get('lorawanNode')!.id
  const table = tables.find(([part]) => part.test(path))?.[1]
  if (table) return owner.ids.get(table)
  return owner.rows.get(entityFor(served)?.name ?? '')?.id
}

/** The rows that fields of any entity mean by their names. */
const meant = new Map(
  entities.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { to }]) => (to ? [[name, to] as const] : [])),
  ),
)
/** `value` with the owner's own numbers where a name says what is meant. */
function aimed(
  value: unknown,
  name: string,
  owner: Owner,
  own: number | string | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((one) => aimed(one, name, owner, own))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, aimed(one, key, owner, own)]),
    )
  const one = name.replace(/s$/, '')
  if (one === 'id' && own !== undefined) return own
  if (one === 'tenantId') return owner.tenant.id
  if (one === 'accountId' || one === 'userId') return owner.tenant.adminAccount
  if (one === 'processId') return owner.ids.get('approval_case')
  if (one === 'regulatorId') return owner.rows.get('aerator')?.id
  const id = owner.rows.get(meant.get(name) ?? meant.get(one) ?? one.replace(/Id$/, ''))?.id
  return /Ids?$/.test(name) && id !== undefined ? id : value
}
export function shotOf(served: Served, owner: Owner): Shot {
  const [method, path] = served.endpoint.split(' ') as [string, string]
  const entity = entityFor(served)
  const row = owner.rows.get(entity?.name ?? '')
  const own = idFor(owner, served) ?? row?.id
  const guessed = aimed(
    likely(
      z.toJSONSchema(served.input, { unrepresentable: 'any', io: 'input' }) as Parameters<
        typeof likely
      >[0],
    ),
    '',
    owner,
    own,
  )
  const said = given[served.endpoint]?.(owner.rows)
  const whole =
    served.action === 'create'
      ? owner.bodies.get(served.entity!)
      : served.action === 'edit' && row
        ? editable(entity!, row)
        : served.action === 'list'
          ? { size: '0', ...entity!.fixedQuery }
          : undefined
  const input =
    said ??
    whole ??
    (typeof guessed === 'object' && guessed !== null ? (guessed as Record<string, unknown>) : {})
  const address = path
    .replace('{id}', String(own ?? 1))
    .replace('{entity}', 'unit')
    .replace('{recordId}', String(owner.rows.get('unit')!.id))
    .replace(/\{(key|captchaKey)\}/, String(owner.ids.get('fileKey') ?? 'x'))
  if (served.endpoint.endsWith('/rtu/strategy') && method === 'GET')
    (input as Record<string, unknown>).deviceId = owner.rows.get('gateway')?.id
  const query =
    method === 'GET' && !Array.isArray(input)
      ? Object.fromEntries(
          Object.entries(input)
            .filter(
              ([name, one]) =>
                !path.includes(`{${name}}`) && one !== null && typeof one !== 'object',
            )
            .map(([name, one]) => [name, String(one)]),
        )
      : input
  return { served, method, path: address, input: unmarked(query) as Shot['input'] }
}
/** What is sent says nothing that an answer would be searched for. */
const unmarked = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll(anyMark, '文')
    : Array.isArray(value)
      ? value.map(unmarked)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unmarked(one)]))
        : value

/** Tables that count, log or remember calls themselves. */
const ofCalls = new Set([
  'session',
  'idempotency',
  'attempt',
  'captcha',
  'used_nonce',
  'session_refresh_used',
])
interface Column {
  name: string
  type: string
  isNeeded: boolean
  to: { table: string; key: string } | null
}
/** What the checks of a table ask for, where any word would not do. */
const asked: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  device_attempt: { reason: 'secret' },
  sim_operation: { kind: 'bind' },
  list_view: { scope: 'mine', query: '', settings: '{}' },
  list_preference: { settings: '{}' },
  screen_pass: { kind: 'code', hash: 'x', expires_at: '2099-01-01' },
  job: { kind: 'export', state: 'done' },
  list_import: { entity: 'unit' },
  recycled: { entity: 'unit' },
  approval_event: { kind: 'submitted' },
  device_message: { outcome: 'stored' },
  device_offline: { reason: 'silence' },
  device_channel: { metric: 'airTemperature' },
  telemetry: { metric: 'airTemperature' },
  device_latest: { metric: 'airTemperature' },
  alarm: {
    trigger: 'threshold',
    action: 'alarm',
    limits:
      '{"operator":"above","value":1,"value2":null,"severeValue":null,"rateMinutes":null,"hysteresis":null,"durationSeconds":0,"silentMinutes":0,"clearSeconds":0,"silenceSeconds":0,"repeatFlag":0}',
    device_type: 'gateway_weather',
    metric: 'airTemperature',
  },
  alarm_journal: { kind: 'raised', detail: '{}' },
  alarm_notice: { kind: 'raised', channel: 'bell', state: 'sent' },
  control_run: { state: 'done', trigger: 'person' },
}
/**
 * A row for every table that no form filled, with the mark in each text: cases, alarms, runs, jobs,
 * messages, readings.
 */
async function fillRest(app: TestApp, { id, adminAccount }: Tenant, made: Rows): Promise<string[]> {
  const device = made.get('device')!.id
  const gateway = made.get(
    entities.find(({ api }) => api.list?.endsWith('/device/gateway'))!.name,
  )!.id
  const faults: string[] = []
  const tables = await app.db.platform((tx) =>
    rows<{ name: string; columns: Column[] }>(
      tx,
      sql`select c.relname as name, json_agg(json_build_object('name', a.attname, 'type',
        format_type(a.atttypid, null), 'isNeeded', a.attnotnull and not a.atthasdef
        and a.attidentity = '' and a.attgenerated = '',
      'to', (select json_build_object('table', f.confrelid::regclass::text, 'key', k.attname)
        from pg_constraint f join pg_attribute k on k.attrelid = f.confrelid
        and k.attnum = f.confkey[cardinality(f.confkey)] where f.conrelid = c.oid
        and f.contype = 'f' and a.attnum = f.conkey[cardinality(f.conkey)] limit 1))) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition
    and c.relnamespace = 'public'::regnamespace and exists (select 1 from pg_attribute t
    where t.attrelid = c.oid and t.attname = 'tenant_id') group by c.relname order by 1`,
    ),
  )
  const valueOf = async (table: string, { name, type, to }: Column): Promise<unknown> => {
    if (name === 'tenant_id') return id
    if (name in (asked[table] ?? {})) return asked[table]![name]
    if (to?.table === 'account' || name.endsWith('account_id') || name.endsWith('_by'))
      return adminAccount
    if (name === 'gateway_id') return gateway
    if (name === 'device_id') return device
    if (to)
      return app.db.read(
        id,
        async (tx) =>
          (
            await rows<{ key: number }>(
              tx,
              sql`select ${sql.ref(to.key)} as key from ${sql.table(to.table)}
                where tenant_id = ${id} order by 1 limit 1`,
            )
          )[0]?.key ?? null,
      )
    if (/int|numeric|double|real/.test(type)) return 1
    if (type === 'date') return '2026-11-01'
    if (type.startsWith('timestamp')) return '2026-11-20T08:00:00Z'
    if (type === 'jsonb') return JSON.stringify([])
    if (type === 'boolean') return true
    if (type === 'uuid') return '11111111-1111-4111-8111-111111111111'
    if (type.endsWith('[]')) return []
    if (type === 'bytea') return Buffer.from('x')
    return written.mark(table)
  }
  const isEmpty = (table: string) =>
    app.db.read(
      id,
      async (tx) =>
        (await rows(tx, sql`select 1 from ${sql.table(table)} where tenant_id = ${id} limit 1`))
          .length === 0,
    )
  // What stands on another comes once that is there.
  for (let round = 0; round < 3; round++) {
    faults.length = 0
    for (const { name: table, columns } of tables) {
      if (ofCalls.has(table) || !(await isEmpty(table))) continue
      const chosen = columns.filter(
        (column) =>
          column.isNeeded || column.name === 'tenant_id' || column.name in (asked[table] ?? {}),
      )
      const values: unknown[] = []
      for (const column of chosen) values.push(await valueOf(table, column))
      await app.db
        .write(id, (tx) =>
          sql`insert into ${sql.table(table)} (${sql.join(chosen.map(({ name }) => sql.ref(name)))})
            values (${sql.join(values)})`.execute(tx),
        )
        .catch((error: Error) =>
          faults.push(
            `${table}: ${error.message} ${JSON.stringify(chosen.map(({ name }, at) => [name, values[at]]))}`,
          ),
        )
    }
  }
  // Nothing is left that time itself would change meanwhile.
  await app.db.write(id, (tx) =>
    sql`update device_command set state = 'confirmed', ended_at = now()`.execute(tx),
  )
  await app.db.write(id, (tx) =>
    sql`update notice set status_code = 'PUBLISHED', published_date = now(),
      published_by = ${adminAccount}, published_by_user = ${written.mark('notice')}
      where id = (select max(id) from notice)`.execute(tx),
  )
  return faults
}
export async function newOwner(app: TestApp, tenant: Tenant): Promise<Owner> {
  const made: Rows = new Map()
  await fill(made, tenant.admin)
  const faults = await fillRest(app, tenant, made)
  if (faults.length) throw new Error(faults.join('\n'))
  const bodies = new Map<string, Record<string, unknown>>()
  for (const entity of madeByPeople) bodies.set(entity.name, await sample(entity, tenant.admin))
  const ids = new Map<string, number | string>([['tenant', tenant.id]])
  await app.db.read(tenant.id, async (tx) => {
    const found = await rows<{ name: string; type: string }>(
      tx,
      sql`select c.relname as name, format_type(i.atttypid, null) as type from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        join pg_attribute i on i.attrelid = c.oid and i.attname = 'id' where c.relkind in ('r', 'p')
        and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of found) {
      const [first] = await rows<{ id: number | string }>(
        tx,
        sql`select id from ${sql.table(name)} where tenant_id = ${tenant.id} order by id limit 1`,
      )
      if (first) ids.set(name, first.id)
    }
  })
  const uuid = '22222222-2222-4222-8222-222222222222'
  const file = await app.db.write(
    tenant.id,
    async (tx) =>
      (
        await rows<{ key: string }>(
          tx,
          sql`update file set bucket_name = 'private', attachment_uuid = ${uuid}
            where id = ${ids.get('file')} returning key`,
        )
      )[0]!,
  )
  ids.set('file', uuid).set('fileKey', file.key)
  return { tenant, rows: made, ids, bodies }
}

/** What stands in every table, of one tenant where a table has tenants: one line a table. */
export class Digest {
  readonly #client: pg.Client
  /** Whose accounts are looked at: those that were there when it began. */
  #last = 0
  #statement = ''
  constructor(owner: string) {
    this.#client = new pg.Client({ connectionString: owner })
  }
  async open(): Promise<this> {
    await this.#client.connect()
    this.#last = Number(
      (await this.#client.query<{ id: string }>('select max(id) as id from account')).rows[0]!.id,
    )
    const { rows: found } = await this.#client.query<{
      name: string
      tenants: boolean
    }>(`select c.relname as name, exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as tenants
      from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`)
    this.#statement = found
      .filter(
        ({ name, tenants }) =>
          !ofCalls.has(name) && (tenants || name === 'tenant' || /^account(_|$)/.test(name)),
      )
      .map(({ name, tenants }) => {
        const where = tenants
          ? 'where tenant_id = $1::bigint'
          : name === 'tenant'
            ? 'where id = $1::bigint'
            : name === 'account'
              ? 'where id <= $2::bigint and id in (select account_id from member where tenant_id = $1::bigint)'
              : 'where account_id <= $2::bigint and account_id in (select account_id from member where tenant_id = $1::bigint)'
        return `select '${name}' as name, count(*)::text || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as digest from ${name} t ${where}`
      })
      .join(' union all ')
    return this
  }
  async of(tenant: number): Promise<Map<string, string>> {
    const { rows: found } = await this.#client.query<{ name: string; digest: string }>(
      this.#statement,
      [tenant, this.#last],
    )
    return new Map(found.map(({ name, digest }) => [name, digest]))
  }
  end(): Promise<void> {
    return this.#client.end()
  }
}
export const differing = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].filter(([name, digest]) => after.get(name) !== digest).map(([name]) => name)

export interface Answer {
  shot: Shot
  status: number
  code: string
  body: string
}
/** The status a caller is told: an upload says it in its body. */
const statusOf = (answer: LightMyRequestResponse): [number, string] => {
  if (!answer.body.startsWith('{"failed":true')) return [answer.statusCode, '']
  const { code, status } = JSON.parse(answer.body) as { code: string; status?: number }
  return [answer.statusCode < 400 ? (status ?? 400) : answer.statusCode, code]
}
export async function fire(client: Client, shot: Shot): Promise<Answer> {
  const answer = await client.send(
    `${shot.method} ${shot.path}`,
    shot.method === 'GET' || Object.keys(shot.input).length ? shot.input : {},
  )
  const [status, code] = statusOf(answer)
  return { shot, status, code, body: answer.body }
}
