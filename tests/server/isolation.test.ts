import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentNumberRule } from '#contract/inventory/document-number-rule.ts'
import { sku } from '#contract/inventory/sku.ts'
import { entities } from '#contract/entities.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import { rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { clientWith, newMember, newOperator, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import { editable, madeByPeople, make, sample, type Made } from './samples.ts'

let app: TestApp
let mine: Tenant
let theirs: Tenant
const theirRows = new Map<string, Made>()
beforeAll(async () => {
  app = await startApp()
  // A card that ends is told of sooner or later; here only calls may change anything.
  await app.alarms.stop()
  mine = await newTenant(app)
  theirs = await newTenant(app)
  for (const entity of madeByPeople) theirRows.set(entity.name, await make(entity, theirs.admin))
  // A tenant is born with its rules; nobody makes one.
  theirRows.set(documentNumberRule.name, (await theirs.admin.call<Page<Made>>(documentNumberRule.api.list)).content[0]!)
  theirRows.set(sku.name, (await theirs.admin.call<Page<Made>>(sku.api.list)).content[0]!)
  const valve = await newDevice(theirs.admin, 'electric_valve')
  const { content } = await theirs.admin.call<Page<Made>>('GET /wfpe/v1/{tenant}/device/gateway/switch', { deviceId: String(valve.id) })
  theirRows.set('deviceSwitch', content[0]!)
  theirRows.set('deviceCommand', await theirs.admin.call<Made>(`POST /wfpe/v1/{tenant}/device/gateway/switch/${content[0]!.id}/control`, { value: 1 }))
})
afterAll(() => app.end())

/** Every tenant's rows, as one text: what must not change while others try. */
async function everything(tenant: number): Promise<string> {
  return app.db.read(tenant, async (tx) => {
    const tables = await rows<{ tableName: string }>(tx, sql`select table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where column_name = 'tenant_id' and table_type = 'BASE TABLE' and table_schema = 'public' and table_name not in ('session', 'idempotency') order by 1`)
    const found = []
    for (const { tableName } of tables) found.push([tableName, await rows(tx, sql`select * from ${sql.table(tableName)} t order by t::text`)])
    return JSON.stringify(found)
  })
}
const span = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
/** Inputs that name the other tenant's rows, for calls that are not of an entity. */
const given: Record<string, (row: Map<string, Made>) => Record<string, unknown> | unknown[]> = {
  'POST /iam/stong/v1/menus/check-resources': () => ['wfpf.inventory.base.unit'],
  'PUT /iam/v1/{tenant}/roles/{id}/permissions': () => ({ codes: [], objectVersionNumber: 1 }),
  'POST /iam/v1/{tenant}/roles/{id}/copy': () => ({ code: 'stolen', name: 'stolen' }),
  'POST /iam/v1/{tenant}/organization/{id}/move': () => ({ parentId: null, beforeId: null, objectVersionNumber: 1 }),
  'GET /wfpf/v2/{tenant}/area/default': (row) => ({ areaId: row.get('area')!.id }),
  'GET /iam/v1/{tenant}/permissions/granters': () => ({ code: 'wfpf.inventory.base.unit' }),
  'GET /iam/stong/v1/menus/role': () => ({ subModule: 'wfpf-farm' }),
  'GET /wfpe/v1/{tenant}/device/{id}/history': () => span,
  'PUT /wfpe/v1/{tenant}/device/{id}/channels': () => ({ channels: [] }),
  'GET /wfpe/v1/{tenant}/device/{id}/wind-rose': () => span,
  'GET /wfpe/v1/{tenant}/device/soil/{id}/history': () => ({ ...span, layer: 1 }),
  'GET /wfpe/v1/{tenant}/device/soil/{id}/history-expert': () => span,
  'POST /wfpe/v1/{tenant}/device/{id}/history/export': () => span,
  'POST /wfpe/v1/{tenant}/device/gateway/switch/{id}/control': () => ({ value: 0 }),
  'PUT /wfpe/v1/{tenant}/simulated-farm/{id}': () => ({ fault: null }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/assign': () => ({ assigneeId: null }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/comment': () => ({ text: '看过了' }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/mute': () => ({ minutes: 60, reason: '检修' }),
  'POST /wfpe/v1/{tenant}/alarm/{id}/clear': () => ({ reason: '误报' }),
  'PUT /wfpe/v1/{tenant}/alarm-contact/{id}/robot': () => ({ url: 'https://oapi.dingtalk.com/robot/send' }),
  'PUT /wfpe/v1/{tenant}/device/{id}/settings': () => ({ values: { uploadMinutes: 5 } }),
  'POST /wfpe/v1/{tenant}/device/gateway/{id}/collection': (row) => ({ deviceId: row.get('device')!.id, metrics: ['signal'] }),
  'POST /wfpe/v2/{tenant}/device/gateway/{id}/collection/export': () => span,
  'PUT /wfpe/v1/{tenant}/sim/{id}/usage': () => ({ months: [] }),
  'POST /wfpe/v1/{tenant}/sim/{id}/order': () => ({ order: 'synchronize' }),
  'POST /wfpe/v1/{tenant}/inverter/{id}/control': () => ({ en: 0 }),
  'PUT /wfpe/v1/{tenant}/lora-network/{id}/password': () => ({ password: 'stolen' }),
  'GET /wfpf/v1/{tenant}/stock-document/{id}/remaining': () => ({ to: 'warehousing' }),
  'POST /wfpf/v1/{tenant}/inventory-form/{id}/count': () => ({ lines: [{ id: 1, counted: 1 }] }),
  ...Object.fromEntries(Object.values(documents).filter(({ api }) => api.close).map(({ api }) => [api.close!, () => ({ closeReason: '不再到货' })])),
  'PUT /wfpf/v1/{tenant}/approval-task/transfer/{id}': () => ({ accountId: 1 }),
  'PUT /wfpf/v1/{tenant}/approval-task/add-signer/{id}': () => ({ accountId: 1, place: 'before' }),
  'POST /wfpf/v1/{tenant}/menu-theme': () => ({ theme: '{}' }),
  'POST /wfpf/v1/{tenant}/menu-theme/{id}': () => ({ theme: '{}' }),
}
/** Which entity an `{id}` in a path means. */
const entityOf = (path: string) => entities.find((e) => Object.values(e.api).some((endpoint) => endpoint.split(' ')[1] === path))
const ofOthers: Readonly<Record<string, string>> = { '/device/gateway/switch/{id}': 'deviceSwitch', '/device/command/{id}': 'deviceCommand', '/device/{id}/commands': 'device', '/stock-document/{id}/': 'warehousing', '/inventory-form/{id}/': 'stocktake' }
const idFor = (path: string) => String(theirRows.get(Object.entries(ofOthers).find(([part]) => path.includes(part))?.[1] ?? '')?.id ?? theirRows.get(entityOf(path)?.name ?? '')?.id ?? theirRows.get('user')!.id)
const uuid = '11111111-1111-4111-8111-111111111111'

test('every call refuses another tenant’s path, and answers as if nothing were there', async () => {
  const before = await everything(theirs.id)
  const intruder = clientWith(app, mine.admin.token, theirs.id)
  const scoped = app.http.served.filter((call) => call.endpoint.includes('{tenant}') && call.access !== 'public')
  expect(scoped.length).toBeGreaterThan(40)
  for (const call of scoped) {
    const path = call.endpoint.split(' ')[1]!
    const endpoint = call.endpoint.replace('{id}', path.includes('/files/') ? uuid : idFor(path)).replace('{entity}', 'unit').replace('{recordId}', '1')
    const input = given[call.endpoint]?.(theirRows) ?? {}
    const answer = await intruder.send(endpoint, input)
    expect([call.endpoint, answer.statusCode, answer.json().code]).toEqual([call.endpoint, 404, 'error.not_found'])
    const nowhere = clientWith(app, mine.admin.token, 999_999)
    const same = await nowhere.send(endpoint, input)
    expect({ ...same.json(), requestId: '' }).toEqual({ ...answer.json(), requestId: '' })
    const nobody = new Client(app.http)
    nobody.tenantId = theirs.id
    expect([call.endpoint, (await nobody.send(endpoint, input)).statusCode]).toEqual([call.endpoint, 401])
  }
  expect(await everything(theirs.id)).toBe(before)
}, 90_000)

test('another tenant’s ids under one’s own path reach nothing', { timeout: 120_000 }, async () => {
  const before = await everything(theirs.id)
  const withId = app.http.served.filter((call) => call.endpoint.includes('{tenant}') && call.endpoint.includes('{id}') && !call.endpoint.includes('/files/'))
  for (const call of withId) {
    const path = call.endpoint.split(' ')[1]!
    const answer = await mine.admin.send(call.endpoint.replace('{id}', idFor(path)), given[call.endpoint]?.(theirRows) ?? {})
    expect([call.endpoint, answer.statusCode]).toEqual([call.endpoint, 404])
  }
  for (const entity of madeByPeople) {
    const row = theirRows.get(entity.name)!
    expect([entity.name, (await mine.admin.send(entity.api.edit!, editable(entity, row))).statusCode]).toEqual([entity.name, 404])
    const listed = await mine.admin.call<{ content: Made[] }>(entity.api.list!, { ids: String(row.id), size: '0' })
    expect([entity.name, listed.content]).toEqual([entity.name, []])
    if (!entity.api.delete!.includes('{id}')) expect((await mine.admin.send(entity.api.delete!, { id: row.id })).statusCode).toBe(404)
    // A reference to another tenant's row is a reference to nothing.
    for (const [field, { to, kind }] of Object.entries(entity.fields).filter(([, f]) => f.to && !f.readonly)) {
      const foreign = theirRows.get(to!)!.id
      const answer = await mine.admin.send(entity.api.create!, { ...(await sample(entity, mine.admin)), [field]: kind === 'refs' ? [foreign] : foreign })
      expect([entity.name, field, answer.statusCode]).toEqual([entity.name, field, 422])
    }
  }
  expect(await everything(theirs.id)).toBe(before)
})

test('the operator’s calls are the operator’s alone', async () => {
  const operator = await newOperator(app)
  const calls = app.http.served.filter((call) => call.access === 'operator')
  expect(calls.length).toBeGreaterThan(5)
  for (const call of calls) {
    const answer = await mine.admin.send(call.endpoint.replace('{id}', String(theirs.id)), {})
    expect([call.endpoint, answer.statusCode]).toEqual([call.endpoint, 403])
  }
  operator.tenantId = theirs.id
  expect((await operator.send('GET /wfpf/v1/{tenant}/unit')).statusCode).toBe(404)
})

test('every code opens what it names, and nothing else does', { timeout: 120_000 }, async () => {
  const guarded = app.http.served.filter((call) => typeof call.access === 'object')
  for (const call of guarded) {
    const needed = typeof call.access === 'object' ? [call.access.code].flat() : []
    const without = await newMember(app, mine, [...moduleOfCode.keys()].filter((code) => !needed.includes(code)))
    const path = call.endpoint.split(' ')[1]!
    const endpoint = call.endpoint.replace('{id}', idFor(path))
    expect([call.endpoint, (await without.send(endpoint, {})).statusCode]).toEqual([call.endpoint, 403])
    const only = await newMember(app, mine, [needed[0]!])
    expect([call.endpoint, (await only.send(endpoint, {})).statusCode]).not.toEqual([call.endpoint, 403])
  }
})

describe('the database itself', () => {
  let owner: pg.Client
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: app.owner })
    await owner.connect()
  })
  afterAll(() => owner.end())

  test('forces row-level security on every table that has tenants', async () => {
    const { rows: tables } = await owner.query<{ relname: string; relrowsecurity: boolean; relforcerowsecurity: boolean; owner: string; policies: string }>(`
      select c.relname, relrowsecurity, relforcerowsecurity, pg_get_userbyid(relowner) as owner,
        (select count(*) from pg_policies p where p.tablename = c.relname and p.qual is not null and p.with_check is not null) as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'session'`)
    expect(tables.length).toBeGreaterThan(14)
    for (const table of tables) expect(table).toMatchObject({ relrowsecurity: true, relforcerowsecurity: true, owner: expect.not.stringMatching('furrow_app') })
    for (const table of tables) expect([table.relname, Number(table.policies) > 0]).toEqual([table.relname, true])
    const { rows: role } = await owner.query("select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'furrow_app'")
    expect(role).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }])
    const { rows: owned } = await owner.query("select 1 from pg_class where relowner = 'furrow_app'::regrole")
    expect(owned).toEqual([])
    const { rows: views } = await owner.query("select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace and not coalesce('security_invoker=true' = any(reloptions), false)")
    expect(views).toEqual([])
    const { rows: definers } = await owner.query("select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1")
    expect(definers.map((d) => d.proname)).toEqual(['furrow_alarm_tenants', 'furrow_alarm_trim', 'furrow_approval_tenants', 'furrow_claim_job', 'furrow_control_tenants', 'furrow_device_by_key', 'furrow_lora_brokers', 'furrow_lora_network_by_token', 'furrow_member_counts', 'furrow_memberships', 'furrow_open_commands', 'furrow_silent_devices', 'furrow_sim_tenants', 'furrow_telemetry_month', 'furrow_telemetry_trim', 'furrow_tenants_of'])
  })

  test.each(['unit', 'area', 'role', 'member', 'notice', 'audit', 'file', 'job', 'list_import', 'device', 'device_credential', 'device_switch', 'device_command', 'telemetry_hour', 'device_latest', 'device_message', 'device_offline', 'payload_codec', 'lora_network', 'lora_stranger', 'alarm_rule', 'alarm_contact', 'alarm_robot', 'alarm', 'alarm_state', 'alarm_journal', 'alarm_notice', 'control_class', 'device_group', 'control_rule', 'control_rule_clock', 'control_rule_edge', 'control_run', 'aerator_pump', 'gateway_strategy', 'gateway_collection', 'sim_card', 'sim_usage', 'product', 'product_sku', 'document_number_rule', 'document_number', 'stock_document', 'stock_document_line', 'stock_balance', 'stock_ledger', 'stock_limit', 'inventory_option', 'approval_process', 'approval_version', 'approval_setting', 'approval_case', 'approval_task', 'approval_copy', 'approval_record', 'approval_event'])('shows no tenant’s %s to another, and takes none for another', async (table) => {
    const count = (tenant: number) => app.db.read(tenant, (tx) => rows<{ n: number }>(tx, sql`select count(*) as n from ${sql.table(table)} where tenant_id = ${theirs.id}`))
    expect((await count(mine.id))[0]!.n).toBe(0)
    expect((await count(0))[0]!.n).toBe(0)
    const write = app.db.write(mine.id, (tx) => sql`insert into ${sql.table(table)} (tenant_id) values (${theirs.id})`.execute(tx))
    await expect(write).rejects.toThrow(/row-level security|null value/)
  })

  test('the audit log can be added to, never changed', async () => {
    for (const statement of [sql`update audit set action = 'x'`, sql`delete from audit`, sql`truncate audit`]) {
      await expect(app.db.write(mine.id, (tx) => statement.execute(tx))).rejects.toThrow(/permission denied/)
    }
  })

  test('a broken policy is noticed', async () => {
    await owner.query('create policy leak on unit for select to furrow_app using (true)')
    const seen = await app.db.read(mine.id, (tx) => rows<{ n: number }>(tx, sql`select count(*) as n from unit where tenant_id = ${theirs.id}`))
    await owner.query('drop policy leak on unit')
    expect(seen[0]!.n).toBeGreaterThan(0)
  })

  test('interleaved work of many tenants on few connections never mixes', async () => {
    const tenants = await Promise.all(Array.from({ length: 8 }, () => newTenant(app)))
    await Promise.all(tenants.map((t) => t.admin.call('POST /wfpf/v1/{tenant}/unit', { code: `u${t.id}`, name: '袋' })))
    let foreign = 0
    await Promise.all(Array.from({ length: 400 }, async (_, i) => {
      const tenant = tenants[i % tenants.length]!.id
      const work = app.db.write(tenant, async (tx) => {
        const found = await rows<{ tenantId: number }>(tx, sql`select tenant_id from unit`)
        foreign += found.filter((f) => f.tenantId !== tenant).length
        if (i % 7 === 0) throw new Error('abort')
      })
      await work.catch((error: Error) => expect(error.message).toBe('abort'))
    }))
    expect(foreign).toBe(0)
  })
})
