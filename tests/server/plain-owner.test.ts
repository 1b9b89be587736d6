import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { maintain, ownerUrl, unique } from './harness.ts'

// The owner that docs/operations.md asks for: CREATEROLE and its own database, no superuser.
const owner = unique('owner')
// The application's role is one for the whole server, and its password follows from the owner's.
const password = decodeURIComponent(new URL(ownerUrl('postgres')).password) || 'an owner’s own'
const names = [unique('plain'), unique('plain')]
const urls = names.map((name) => {
  const url = new URL(ownerUrl(name))
  url.username = owner
  url.password = password
  return url.href
})
beforeAll(() =>
  maintain(async (client) => {
    await client.query(
      `create role ${owner} login createrole nosuperuser nobypassrls password ${pg.escapeLiteral(password)}`,
    )
    // What made the role may alter it from PostgreSQL 16 on; another owner of the same server has
    // to be let.
    if (
      Number((await client.query('show server_version_num')).rows[0].server_version_num) >= 160_000
    )
      await client
        .query(`grant furrow_app to ${owner} with admin option, inherit false, set false`)
        .catch(() => undefined)
    // Without membership nobody but a superuser makes a database for somebody else.
    await client.query(`grant ${owner} to current_user`)
    for (const name of names) await client.query(`create database ${name} owner ${owner}`)
  }),
)
afterAll(() =>
  maintain(async (client) => {
    for (const name of names) await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`drop owned by ${owner} cascade`).catch(() => undefined)
    await client.query(`drop role if exists ${owner}`).catch(() => undefined)
  }),
)

test(
  'an owner that is no superuser starts, starts again, and from two processes at once',
  { timeout: 120_000 },
  async () => {
    const counts = await Promise.all([migrate(urls[0]!), migrate(urls[0]!), migrate(urls[1]!)])
    expect(counts.filter((count) => count > 0).length).toBe(2)
    expect(await Promise.all([migrate(urls[0]!), migrate(urls[1]!)])).toEqual([0, 0])
    const db = openDatabase(appUrl(urls[0]!), { max: 1 })
    await db.ping()
    await db.close()
  },
)

test('what runs as the owner sees across tenants, though row-level security is forced on it', async () => {
  const client = new pg.Client({ connectionString: urls[0] })
  await client.connect()
  await client.query(
    "insert into tenant (tenant_num, tenant_name) values ('X1', 'one'), ('X2', 'two')",
  )
  const { rows } = await client.query('select count(*)::int as seen from furrow_member_counts()')
  expect(rows[0].seen).toBe(0)
  await client.end()
})

test('the application’s password cannot be told from the source: with neither password nor secret there is none', () => {
  const bare = 'postgres://keeper@db.example.com/furrow'
  expect(new URL(appUrl(bare)).password).toBe('')
  expect(new URL(appUrl(bare, 'secret one')).password).not.toBe(
    new URL(appUrl(bare, 'secret two')).password,
  )
  expect(appUrl('postgres://keeper:known@db.example.com/furrow', 'secret one')).toBe(
    appUrl('postgres://keeper:known@db.example.com/furrow', 'secret two'),
  )
})
