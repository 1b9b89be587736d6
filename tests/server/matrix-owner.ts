import { sql } from 'kysely'
import { entities } from '#contract/domains.ts'
import { rows } from '#server/db/database.ts'
import type { Tenant, TestApp } from './harness.ts'
import { madeByPeople, sample, written } from './samples.ts'
import { fill, type Rows } from './strangers.ts'

/** Tables that count, log or remember calls themselves. */
export const ofCalls = new Set([
  'session',
  'idempotency',
  'attempt',
  'captcha',
  'used_nonce',
  'session_refresh_used',
])
/** A tenant with something of everything, and what each call says to reach it. */
export interface Owner {
  tenant: Tenant
  rows: Rows
  /** First row of each table. */ ids: ReadonlyMap<string, number | string>
  bodies: ReadonlyMap<string, Record<string, unknown>>
}

/**
 * Begins every text of the owner's: one for what stands on a base, one for what is the whole
 * tenant's.
 */
export const marks = { ofBase: '靐', ofTenant: '龘' } as const
export const anyMark = new RegExp(`[${Object.values(marks).join('')}]`, 'gu')
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
  telemetry_report: { metrics: '{airTemperature}', measured: '{1}' },
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
  message_setting: { robot_channel: null, quiet_from: null, quiet_to: null, ways: '{}' },
  message_sending: { way: 'sms', kind: 'task', state: 'sent' },
  control_run: { state: 'done', trigger: 'person' },
  batch_change: { kind: 'state' },
  task_use: { kind: 'water' },
  area_fact: { kind: 'labor', source_kind: 'task' },
  batch_fact: { kind: 'other', source_kind: 'hand' },
  batch_link: { kind: 'split' },
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
