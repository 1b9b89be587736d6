import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { self } from '#contract/account/self.ts'
import { rows } from '#server/db/database.ts'
import { retention } from '#server/db/retention.ts'
import { sweepFolder, sweepUploads } from '#server/modules/file/engine/sweep.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { purge } from '#server/jobs/retention.ts'
import { newTenant, startApp, type Tenant, type TestApp, seeAll } from './harness.ts'

let app: TestApp
let tenant: Tenant
let everything: pg.Client
beforeAll(async () => {
  app = await startApp()
  tenant = await newTenant(app)
  everything = await seeAll(app)
  await everything.query(`select set_config('app.tenant_id', '${tenant.id}', false)`)
})
afterAll(async () => {
  await everything.end()
  await app.end()
})
const count = async (statement: string) =>
  Number((await everything.query(`select count(*) as n from ${statement}`)).rows[0].n)

test('every condition is one that its table understands, and the application may act on it', async () => {
  const { rows: there } = await everything.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  )
  expect(there.map(({ name }) => name).sort()).toEqual(Object.keys(retention).sort())
  await expect(purge(app.db)).resolves.toBeDefined()
})

test('what is kept no longer goes, what is still wanted stays', async () => {
  const old = "now() - interval '400 days'"
  const { admin, adminAccount } = tenant
  await everything.query(
    `insert into session (account_id, tenant_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at) values (${adminAccount}, ${tenant.id}, 'old', ${old}, 'old', ${old})`,
  )
  await everything.query(
    `insert into sms_outbox (phone, text, created_at) values ('13800000000', '1234', now() - interval '25 hours'), ('13800000000', '5678', now() - interval '1 hour')`,
  )
  await everything.query(
    `insert into attempt (key, failures, first_at) values ('name:old', 9, ${old}), ('name:new', 9, now())`,
  )
  await everything.query(
    `insert into idempotency (tenant_id, account_id, key, fingerprint, started_at) values (${tenant.id}, ${adminAccount}, 'old', 'x', ${old}), (${tenant.id}, ${adminAccount}, 'new', 'x', now())`,
  )
  await everything.query(
    `insert into job (tenant_id, account_id, kind, state, finished_at) values (${tenant.id}, ${adminAccount}, 'list-export', 'done', ${old}), (${tenant.id}, ${adminAccount}, 'list-export', 'queued', null)`,
  )
  await everything.query(
    `insert into user_message (tenant_id, account_id, subject, content, published_by_user, creation_date) select ${tenant.id}, ${adminAccount}, 's', 'c', 'p', ${old} from generate_series(1, 4100)`,
  )
  const gone = await purge(app.db)
  expect(gone).toMatchObject({
    session: 1,
    sms_outbox: 1,
    attempt: 1,
    idempotency: 1,
    job: 1,
    user_message: 4100,
  })
  expect(await count("attempt where key = 'name:new'")).toBe(1)
  expect(await count("idempotency where key = 'new'")).toBe(1)
  expect(await count("job where state = 'queued'")).toBe(1)
  // The session that asks is there still.
  expect((await admin.send(self)).statusCode).toBe(200)
})

test('an upload that nothing points to goes after thirty days with its bytes; one that a record shows stays', async () => {
  const { admin } = tenant
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3a3' } })
    .png()
    .toBuffer()
  const [used, unused, fresh] = [
    await admin.upload('a.png', 'image/png', bytes),
    await admin.upload('b.png', 'image/png', bytes),
    await admin.upload('c.png', 'image/png', bytes),
  ]
  await everything.query('update account set image_url = $1 where id = $2', [
    used,
    tenant.adminAccount,
  ])
  const keyOf = (address: string) => address.split('/').at(-1)!.split('?')[0]!
  await everything.query(
    `update file set creation_date = now() - interval '31 days' where key = any($1)`,
    [[keyOf(used), keyOf(unused)]],
  )
  expect(await sweepUploads(app.db, diskStore(app.filesDir))).toBe(1)
  const left = await app.db.read(tenant.id, (tx) =>
    rows<{ key: string }>(tx, sql`select key from file order by key`),
  )
  expect(left.map(({ key }) => key).sort()).toEqual([keyOf(used), keyOf(fresh)].sort())
  const there = (address: string) =>
    existsSync(join(app.filesDir, String(tenant.id), keyOf(address)))
  expect([there(used), there(unused), there(fresh)]).toEqual([true, false, true])
})

test('bytes that no row speaks of, and parts of uploads that nobody ended, go after two days', async () => {
  const folder = join(app.filesDir, String(tenant.id))
  mkdirSync(join(app.filesDir, 'incoming'), { recursive: true })
  const before = readdirSync(folder).length
  for (const path of [
    join(folder, '00000000-0000-4000-8000-000000000000.png'),
    join(app.filesDir, 'incoming/half'),
  ]) {
    writeFileSync(path, 'x')
    utimesSync(path, 0, 0)
  }
  writeFileSync(join(app.filesDir, 'incoming/now'), 'x')
  // Where uploads lie in a bucket, what stands here from before is nobody's to take away.
  const stray = join(folder, '00000000-0000-4000-8000-000000000000.png')
  expect([await sweepFolder(app.db, app.filesDir, false), existsSync(stray)]).toEqual([1, true])
  writeFileSync(join(app.filesDir, 'incoming/half'), 'x')
  utimesSync(join(app.filesDir, 'incoming/half'), 0, 0)
  expect(await sweepFolder(app.db, app.filesDir, true)).toBe(2)
  expect(readdirSync(folder).length).toBe(before)
  expect(readdirSync(join(app.filesDir, 'incoming'))).toEqual(['now'])
})
