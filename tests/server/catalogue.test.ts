import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { cloneDatabase, emptyDatabase, superuserUrl, type TestDatabase } from './harness.ts'
import { as } from './upgrade-ground.ts'

// What the database itself forbids, whatever the services above it forget.
let database: TestDatabase
let owner: pg.Client
let application: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  // What is granted on a database does not come along with its template.
  await migrate(database.owner)
  owner = new pg.Client({ connectionString: database.owner })
  application = new pg.Client({ connectionString: appUrl(database.owner) })
  await Promise.all([owner.connect(), application.connect()])
})
afterAll(async () => {
  await Promise.all([owner.end(), application.end()])
  await database.drop()
})
const ownersOfAll = () =>
  names(`select distinct pg_get_userbyid(o) as name from (
    select relowner as o from pg_class where relnamespace = 'public'::regnamespace union select proowner from pg_proc where pronamespace = 'public'::regnamespace) all_of_it`)
const names = async (statement: string) =>
  (await owner.query<{ name: string }>(statement)).rows.map(({ name }) => name)

test('belongs to nobody who may do more than own it', async () => {
  const owners = await ownersOfAll()
  expect(owners).toHaveLength(1)
  const {
    rows: [role],
  } = await owner.query(
    'select rolsuper, rolbypassrls, rolcreatedb, rolreplication from pg_roles where rolname = $1',
    owners,
  )
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    // An owner that is no superuser makes the databases of these tests.
    rolcreatedb: owners[0] === new URL(database.owner).username,
    rolreplication: false,
  })
  expect(owners).not.toContain('furrow_app')
})

const ofNobody = await emptyDatabase()
afterAll(() => ofNobody.drop())
const asSuperuser = superuserUrl(new URL(ofNobody.owner).pathname.slice(1))
for (const address of asSuperuser ? [asSuperuser] : [])
  test('started by a superuser, as the embedded one is, it belongs to a role that may nothing more', async () => {
    await migrate(address)
    const { rows } = await as(address, (client) =>
      client.query(`select distinct r.* from pg_class c
        join (select oid, rolname, rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles) r on r.oid = c.relowner
        where c.relnamespace = 'public'::regnamespace`),
    )
    expect(rows).toEqual([
      {
        oid: expect.any(Number),
        rolname: 'furrow_owner',
        rolcanlogin: false,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
      },
    ])
  }, 120_000)

test('what runs with the owner’s rights looks into temporary tables last', async () => {
  const definers = await owner.query<{
    proname: string
    proconfig: string[] | null
    open: boolean
  }>(`
    select proname, proconfig, has_function_privilege('public', oid, 'execute') as open from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`)
  expect(definers.rows.length).toBeGreaterThan(10)
  for (const { proname, proconfig, open } of definers.rows) {
    expect([proname, proconfig, open]).toEqual([
      proname,
      ['search_path=pg_catalog, public, pg_temp'],
      false,
    ])
  }
})

test('the application makes no tables, temporary ones neither', async () => {
  await expect(application.query('create temporary table job (id bigint)')).rejects.toThrow(
    /permission denied/,
  )
  await expect(application.query('create table public.job2 (id bigint)')).rejects.toThrow(
    /permission denied/,
  )
  await expect(application.query('create schema mine')).rejects.toThrow(/permission denied/)
  for (const name of await ownersOfAll())
    await expect(application.query(`set role "${name}"`)).rejects.toThrow(/permission denied/)
})

test('a temporary table of the same name gains nothing even where it could be made', async () => {
  const name = new URL(database.owner).pathname.slice(1)
  await owner.query(`grant temporary on database "${name}" to furrow_app`)
  const client = new pg.Client({ connectionString: appUrl(database.owner) })
  await client.connect()
  try {
    await client.query(
      'create temporary table member (account_id bigint, tenant_id bigint, enabled_flag smallint); grant all on member to public; insert into member values (7, 1, 1)',
    )
    await client.query(
      'create temporary table tenant (id bigint, tenant_num text, tenant_name text, enabled_flag smallint); grant all on tenant to public; insert into tenant values (1, current_user, current_user, 1)',
    )
    expect((await client.query('select * from furrow_tenants_of(7)')).rows).toEqual([])
  } finally {
    await client.end()
    await owner.query(`revoke temporary on database "${name}" from furrow_app`)
  }
})

test('every table that has rows of tenants or people is behind a policy', async () => {
  const open =
    await names(`select relname as name from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    and not (relrowsecurity and relforcerowsecurity) and exists (select 1 from information_schema.role_table_grants g where g.table_name = c.relname and g.grantee = 'furrow_app') order by 1`)
  // What belongs to no tenant and is found by a secret alone, or is the platform's own.
  expect(open).toEqual([
    'account_code',
    'account_device',
    'account_factor',
    'account_identity',
    'account_network',
    'account_recovery',
    'attempt',
    'captcha',
    'installation',
    'migration',
    'new_device',
    'oidc_flow',
    'platform_secret',
    'session',
    'session_refresh_used',
    'sign_in_ticket',
    'sms_code',
    'sms_outbox',
    'used_nonce',
  ])
})

test('inside one tenant there is no other', async () => {
  await application.query('begin')
  try {
    await application.query("set local app.tenant_id = '0'")
    const {
      rows: [a, b],
    } = await application.query<{ id: number }>(
      "insert into tenant (tenant_num, tenant_name) values ('a', 'a'), ('b', 'b') returning id",
    )
    await application.query(`set local app.tenant_id = '${a!.id}'`)
    expect((await application.query('select id from tenant')).rows).toEqual([a])
    expect(
      (await application.query("update tenant set tenant_name = 'mine' where id = $1", [b!.id]))
        .rowCount,
    ).toBe(0)
  } finally {
    await application.query('rollback')
  }
})

test('inside one tenant there is nobody whom it never knew, and who has left keeps their name', async () => {
  const inTenant = async <T extends object>(tenant: number, statement: string) => {
    await application.query(`set local app.tenant_id = '${tenant}'`)
    return (await application.query<T>(statement)).rows
  }
  await application.query('begin')
  try {
    const [a, b] = (
      await inTenant<{ id: number }>(
        0,
        "insert into tenant (tenant_num, tenant_name) values ('a', 'a'), ('b', 'b') returning id",
      )
    ).map(({ id }) => Number(id))
    const [mine, theirs, left, operator] = (
      await inTenant<{ id: number }>(
        0,
        `insert into account (real_name, login_name, phone, operator_flag) values
      ('mine', 'mine', '13800000001', 0), ('theirs', 'theirs', '13800000002', 0), ('left', 'left', null, 0), ('operator', 'operator', null, 1) returning id`,
      )
    ).map(({ id }) => Number(id))
    await inTenant(
      a!,
      `insert into member (account_id) values (${mine}), (${left}); delete from member where account_id = ${left}`,
    )
    await inTenant(b!, `insert into member (account_id) values (${theirs})`)
    expect(await inTenant(a!, 'select real_name from account order by id')).toEqual([
      { real_name: 'mine' },
      { real_name: 'left' },
    ])
    expect(await inTenant(b!, 'select real_name from account order by id')).toEqual([
      { real_name: 'theirs' },
    ])
    expect(await inTenant(0, 'select 1 from account')).toHaveLength(4)
    // Nor is anybody written to, or become known by being named.
    for (const statement of [
      `update account set real_name = 'x', default_tenant_id = ${a} where id in (${theirs}, ${operator}) returning id`,
      `delete from account where id in (${theirs}, ${operator}) returning id`,
      'select a.id from account a join session s on s.account_id = a.id where a.id = any(select id from account where operator_flag = 1)',
    ])
      expect(await inTenant(a!, statement)).toEqual([])
    for (const statement of [
      `insert into known_account (account_id) values (${theirs})`,
      `update known_account set account_id = ${theirs}`,
      `insert into account (real_name, default_tenant_id) values ('x', ${b})`,
    ]) {
      await application.query('savepoint one')
      await expect(inTenant(a!, statement)).rejects.toThrow(/permission denied|row-level security/)
      await application.query('rollback to savepoint one')
    }
    expect(
      await inTenant(
        a!,
        `insert into account (real_name, default_tenant_id) values ('invited', ${a}) returning real_name`,
      ),
    ).toEqual([{ real_name: 'invited' }])
    expect(
      await inTenant(
        a!,
        `select furrow_account_of('13800000002')::int as id, furrow_account_of('Theirs')::int as same, furrow_account_of('nobody') as none`,
      ),
    ).toEqual([{ id: theirs, same: theirs, none: null }])
  } finally {
    await application.query('rollback')
  }
})

test('who signs in is found by an index, however many accounts there are', async () => {
  const [name] = await names("select tableowner as name from pg_tables where tablename = 'account'")
  await owner.query(`begin; set local role ${name}`)
  try {
    await owner.query(
      "insert into account (real_name, login_name, phone) select 'x', 'many' || n, (13900000000 + n)::text from generate_series(1, 20000) n; analyze account",
    )
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      "explain select a.id from public.account a where a.login_name is not null and (lower(a.login_name) = lower('many7') or a.phone = 'many7')",
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/account_login_name_unique[^]*account_phone_unique/)
    expect(plan).not.toContain('Seq Scan')
  } finally {
    await owner.query('rollback')
  }
})

/**
 * What Citus asks of a table that is spread by tenant: each unique index and each foreign key holds
 * the tenant.
 */
test('one tenant’s rows could stand on a machine of their own', async () => {
  const indexes =
    await names(`select i.indexrelid::regclass::text as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'tenant_id'
    join pg_class c on c.oid = i.indrelid where i.indisunique and c.relname <> 'session' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not a.attnum = any(i.indkey::smallint[]) order by 1`)
  // Found by what a device or a network shows before anybody knows whose it is: copied to every
  // machine (docs/scale.md).
  expect(indexes).toEqual(['device_credential_key_key', 'lora_network_token_hash_key'])
  const references =
    await names(`select conname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'tenant_id'
    join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'tenant_id' where k.contype = 'f' and not (a.attnum = any(k.conkey) and b.attnum = any(k.confkey)) order by 1`)
  expect(references).toEqual([])
})
