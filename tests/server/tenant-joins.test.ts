import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSync } from 'vite'
import { cloneDatabase, type TestDatabase } from './harness.ts'
import { untied, type Known } from './tenant-joins.ts'

// What Citus asks of queries: two tenants' rows are never joined, or they could not stand on machines of their own.
let database: TestDatabase
let owner: pg.Client
let known: Known
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client({ connectionString: database.owner })
  await owner.connect()
  known = {
    ofTenants: new Set(
      await names(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname <> 'session'`),
    ),
  }
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
const names = async (statement: string) =>
  (await owner.query<{ name: string }>(statement)).rows.map(({ name }) => name)
/** Those that join without the tenant, by their names. */
const faultsOf = (all: readonly { name: string; body: string }[]) =>
  Object.fromEntries(
    all
      .map(({ name, body }) => [name, untied(body, known)] as const)
      .filter(([, found]) => found.length > 0),
  )

/** What joins several tenants' rows all the same, and why that may be. */
const across: Readonly<Record<string, readonly string[]>> = {
  // The tenant whose recordings are most is chosen among all, by what each machine counts of its own.
  furrow_segments_oldest: ['camera_segment o'],
  // Each tenant's share is its number in the tenants' table, which every machine has.
  furrow_segments_due: ['camera_segment o', 'camera_segment s'],
  // Who is known to no other tenant goes with the one that is erased.
  'server/db/dump/erase.ts': ['known_account o'],
}

test('what runs with the owner’s rights joins by the tenant', async () => {
  const { rows } = await owner.query<{ name: string; body: string }>(
    "select proname as name, prosrc as body from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1",
  )
  expect(rows.length).toBeGreaterThan(40)
  expect(faultsOf(rows)).toEqual(
    Object.fromEntries(Object.entries(across).filter(([name]) => name.startsWith('furrow_'))),
  )
})

test('views join by the tenant, and see what who asks them sees', async () => {
  const { rows } = await owner.query<{ name: string; body: string; options: string[] | null }>(
    `select c.relname as name, pg_get_viewdef(c.oid) as body, c.reloptions as options from pg_class c
      where c.relkind in ('v', 'm') and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(faultsOf(rows)).toEqual({})
  expect(
    rows
      .filter(({ options }) => !options?.includes('security_invoker=true'))
      .map(({ name }) => name),
  ).toEqual([])
})

test('whatever the application asks of a tenant’s table is asked of one tenant', async () => {
  const { rows } = await owner.query<{ table: string; policies: string[] | null }>(
    `select c.relname as table, (select array_agg(p.qual) from pg_policies p where p.schemaname = 'public'
        and p.tablename = c.relname and p.permissive = 'PERMISSIVE' and p.roles && '{public,furrow_app}') as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'session'`,
  )
  expect(rows.length).toBeGreaterThan(100)
  const one =
    /^\(tenant_id = (\( SELECT furrow_tenant\(\) AS furrow_tenant\)|\(NULLIF\(current_setting\('app\.tenant_id'::text, true\), ''::text\)\)::bigint)\)$/
  expect(rows.filter(({ policies }) => policies?.length !== 1 || !one.test(policies[0]!))).toEqual(
    [],
  )
})

/** Every text in a file that may be a statement, each place of a value being a parameter. */
function textsOf(file: string): string[] {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis } = node as {
      type?: string
      value?: unknown
      quasis?: { value: { cooked: string } }[]
    }
    if (type === 'Literal' && typeof value === 'string') found.push(value)
    if (type === 'TemplateLiteral') found.push(quasis!.map((one) => one.value.cooked).join(' $1 '))
    Object.values(node).forEach(walk)
  }
  walk(parseSync(file, readFileSync(file, 'utf8'), { lang: 'ts' }).program.body)
  return found.filter((text) => /\b(select|update|delete|insert)\b/.test(text))
}
test('what connects as the owner joins by the tenant', () => {
  const files = ['server', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('bench/'))
      .map((name) => join(folder, name))
      .filter((file) => /new pg\.Client|: pg\.Client/.test(readFileSync(file, 'utf8'))),
  )
  expect(files).toEqual(expect.arrayContaining(['server/db/dump/erase.ts', 'server/backups.ts']))
  expect(faultsOf(files.map((name) => ({ name, body: textsOf(name).join(';\n') })))).toEqual(
    Object.fromEntries(Object.entries(across).filter(([name]) => name.endsWith('.ts'))),
  )
})

describe('the reader', () => {
  const of = (body: string) => untied(body, known)
  test.each([
    'select 1 from device d join area a on a.id = d.area_id',
    'select 1 from device d, area a where a.id = d.area_id and d.tenant_id = 1',
    'select 1 from device d where exists (select 1 from area a where a.id = d.area_id)',
    'select (select count(*) from alarm where device_id = d.id) from device d',
    'update device d set online = 0 from area a where a.id = d.area_id and a.tenant_id = $1',
    'select 1 from device d join area a on a.tenant_id = d.tenant_id or a.id = d.area_id',
    'with w as (select d.id, d.tenant_id from device d) select 1 from w join area a on a.id = w.id',
    'select 1 from (select d.id from device d) x join area a on a.tenant_id = x.id',
    'select 1 from device d where d.tenant_id = $1 union select 1 from device d join area a on a.id = d.area_id',
    'delete from device d using area a where d.area_id = a.id',
    "select 1 from device d join area a on a.id = d.area_id -- a.tenant_id = d.tenant_id\n where a.code = 'a.tenant_id = d.tenant_id'",
    'select 1 from device d join area d2 on d2.tenant_id = d.tenant_id where exists (select 1 from alarm d2 where d2.device_id = d.id)',
  ])('finds %s', (body) => expect(of(body)).not.toEqual([]))
  test.each([
    'select 1 from device d join area a on a.tenant_id = d.tenant_id and a.id = d.area_id',
    'select 1 from device d, area a where a.tenant_id = $1 and d.tenant_id = $1',
    'select 1 from device d join tenant t on t.id = d.tenant_id join area a on a.tenant_id = t.id',
    'with w as (select d.id, d.tenant_id from device d) select 1 from w join area a on a.tenant_id = w.tenant_id',
    'select 1 from device d where (d.tenant_id, d.area_id) in (select a.tenant_id, a.id from area a)',
    'select tenant_id from device union select tenant_id from area',
  ])('takes %s', (body) => expect(of(body)).toEqual([]))
})
