import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unit } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import {
  newMember,
  newOperator,
  newTenant,
  startApp,
  type Tenant,
  type TestApp,
} from './harness.ts'
import { editable, madeByPeople, sample, type Made } from './samples.ts'
import { everything, fill, idOf, type Rows } from './strangers.ts'

let app: TestApp
let mine: Tenant
let theirs: Tenant
const theirRows: Rows = new Map()
const idFor = (path: string) => idOf(theirRows, path)
beforeAll(async () => {
  app = await startApp()
  // Only calls may change anything here.
  await app.rest()
  mine = await newTenant(app)
  theirs = await newTenant(app)
  await fill(theirRows, theirs.admin)
})
afterAll(() => app.end())

test(
  'another tenant’s rows are referred to, listed and changed by nobody else',
  { timeout: 120_000 },
  async () => {
    const before = await everything(app, theirs.id)
    for (const entity of madeByPeople) {
      const row = theirRows.get(entity.name)!
      expect([
        entity.name,
        (await mine.admin.send(entity.api.edit!, editable(entity, row))).statusCode,
      ]).toEqual([entity.name, 404])
      const listed = await mine.admin.call<{ content: Made[] }>(entity.api.list!, {
        ids: String(row.id),
        size: '0',
      })
      expect([entity.name, listed.content]).toEqual([entity.name, []])
      if (!entity.api.delete!.includes('{id}'))
        expect((await mine.admin.send(entity.api.delete!, { id: row.id })).statusCode).toBe(404)
      // A reference to another tenant's row is a reference to nothing.
      for (const [field, { to, kind }] of Object.entries(entity.fields).filter(
        ([, f]) => f.to && !f.readonly,
      )) {
        const foreign = theirRows.get(to!)!.id
        const answer = await mine.admin.send(entity.api.create!, {
          ...(await sample(entity, mine.admin)),
          [field]: kind === 'refs' ? [foreign] : foreign,
        })
        expect([entity.name, field, answer.statusCode]).toEqual([entity.name, field, 422])
      }
    }
    expect(await everything(app, theirs.id)).toBe(before)
  },
)

test('an operator is of no tenant', async () => {
  const operator = await newOperator(app)
  operator.tenantId = theirs.id
  expect((await operator.send(callOf(unit, 'list'))).statusCode).toBe(404)
})

test('every code opens what it names', { timeout: 120_000 }, async () => {
  const guarded = app.served.filter((call) => typeof call.access === 'object')
  for (const call of guarded) {
    const needed = typeof call.access === 'object' ? [call.access.code].flat() : []
    const path = call.endpoint.split(' ')[1]!
    const endpoint = call.endpoint.replace('{id}', idFor(path))
    const only = await newMember(app, mine, [needed[0]!])
    expect([call.endpoint, (await only.send(endpoint, {})).statusCode]).not.toEqual([
      call.endpoint,
      403,
    ])
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
    const { rows: tables } = await owner.query<{
      relname: string
      relrowsecurity: boolean
      relforcerowsecurity: boolean
      owner: string
      policies: string
    }>(`
      select c.relname, relrowsecurity, relforcerowsecurity, pg_get_userbyid(relowner) as owner,
        (select count(*) from pg_policies p where p.tablename = c.relname and p.qual is not null and p.with_check is not null) as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'session'`)
    expect(tables.length).toBeGreaterThan(14)
    for (const table of tables)
      expect(table).toMatchObject({
        relrowsecurity: true,
        relforcerowsecurity: true,
        owner: expect.not.stringMatching('furrow_app'),
      })
    for (const table of tables)
      expect([table.relname, Number(table.policies) > 0]).toEqual([table.relname, true])
    const { rows: role } = await owner.query(
      "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'furrow_app'",
    )
    expect(role).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
    ])
    const { rows: owned } = await owner.query(
      "select 1 from pg_class where relowner = 'furrow_app'::regrole",
    )
    expect(owned).toEqual([])
    const { rows: views } = await owner.query(
      "select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace and not coalesce('security_invoker=true' = any(reloptions), false)",
    )
    expect(views).toEqual([])
    const { rows: definers } = await owner.query(
      "select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1",
    )
    expect(definers.map((d) => d.proname)).toEqual([
      'furrow_account_of',
      'furrow_alarm_tenants',
      'furrow_alarm_trim',
      'furrow_approval_tenants',
      'furrow_board_state',
      'furrow_calculating_tenants',
      'furrow_calculation_begins',
      'furrow_cameras_to_hear',
      'furrow_cameras_to_record',
      'furrow_channel_gone',
      'furrow_claim_job',
      'furrow_control_tenants',
      'furrow_device_at_home',
      'furrow_device_by_key',
      'furrow_gone',
      'furrow_gone',
      'furrow_keep_alarm_authors',
      'furrow_keep_references',
      'furrow_know',
      'furrow_limit',
      'furrow_listener_gone',
      'furrow_lora_brokers',
      'furrow_lora_network_by_token',
      'furrow_lost_inputs',
      'furrow_machine_named_by_task',
      'furrow_member_counts',
      'furrow_memberships',
      'furrow_named_by_package',
      'furrow_named_by_plan',
      'furrow_named_by_task',
      'furrow_note_attempts',
      'furrow_open_commands',
      'furrow_plot_treatments',
      'furrow_product_named_by_crop',
      'furrow_recorded_cameras',
      'furrow_recorder_gone',
      'furrow_recordings_waiting',
      'furrow_reference_edited',
      'furrow_references_changed',
      'furrow_reserved',
      'furrow_safety_interval',
      'furrow_scope_state',
      'furrow_segments_due',
      'furrow_segments_oldest',
      'furrow_segments_to_upload',
      'furrow_segments_waiting',
      'furrow_sending_tenants',
      'furrow_silent_devices',
      'furrow_sim_pool',
      'furrow_sim_stale',
      'furrow_sim_tenants',
      'furrow_strategy_state',
      'furrow_telemetry_month',
      'furrow_telemetry_trim',
      'furrow_tenant_vitals',
      'furrow_tenants_near',
      'furrow_tenants_of',
      'furrow_uncalculate',
      'furrow_uses',
      'furrow_uses_of_channels',
      'furrow_uses_of_pictures',
      'furrow_uses_of_places',
      'furrow_vitals',
      'furrow_warehouse_names',
    ])
  })

  // A session belongs to a person, who may be of several tenants.
  const acrossTenants = ['session']
  test('every table shows no tenant’s rows to another, and takes none for another', async () => {
    const tables = await app.db.platform((tx) =>
      rows<{ name: string }>(
        tx,
        sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
          and a.attname = 'tenant_id' where c.relkind in ('r', 'p') and not c.relispartition
          and c.relnamespace = 'public'::regnamespace
          and c.relname <> all(${[...acrossTenants]}) order by 1`,
      ),
    )
    expect(tables.length).toBeGreaterThan(80)
    for (const { name } of tables) {
      const count = async (tenant: number) =>
        (
          await app.db.read(tenant, (tx) =>
            rows<{ n: number }>(
              tx,
              sql`select count(*) as n from ${sql.table(name)} where tenant_id = ${theirs.id}`,
            ),
          )
        )[0]!.n
      expect([name, await count(mine.id), await count(0)]).toEqual([name, 0, 0])
      const write = app.db.write(mine.id, (tx) =>
        sql`insert into ${sql.table(name)} (tenant_id) values (${theirs.id})`.execute(tx),
      )
      await expect(write, name).rejects.toThrow(
        /row-level security|null value|permission denied|no partition of relation/,
      )
    }
  })

  test('the audit log can be added to, never changed', async () => {
    for (const statement of [
      sql`update audit set action = 'x'`,
      sql`delete from audit`,
      sql`truncate audit`,
    ]) {
      await expect(app.db.write(mine.id, (tx) => statement.execute(tx))).rejects.toThrow(
        /permission denied/,
      )
    }
  })

  test('a broken policy is noticed', async () => {
    await owner.query('create policy leak on unit for select to furrow_app using (true)')
    const seen = await app.db.read(mine.id, (tx) =>
      rows<{ n: number }>(tx, sql`select count(*) as n from unit where tenant_id = ${theirs.id}`),
    )
    await owner.query('drop policy leak on unit')
    expect(seen[0]!.n).toBeGreaterThan(0)
  })

  test('interleaved work of many tenants on few connections never mixes', async () => {
    const tenants = await Promise.all(Array.from({ length: 8 }, () => newTenant(app)))
    await Promise.all(
      tenants.map((t) => t.admin.call(callOf(unit, 'create'), { code: `u${t.id}`, name: '袋' })),
    )
    let foreign = 0
    await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        const tenant = tenants[i % tenants.length]!.id
        const work = app.db.write(tenant, async (tx) => {
          const found = await rows<{ tenantId: number }>(tx, sql`select tenant_id from unit`)
          foreign += found.filter((f) => f.tenantId !== tenant).length
          if (i % 7 === 0) throw new Error('abort')
        })
        await work.catch((error: Error) => expect(error.message).toBe('abort'))
      }),
    )
    expect(foreign).toBe(0)
  })
})
