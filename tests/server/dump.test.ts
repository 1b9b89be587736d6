import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows } from '#server/db/database.ts'
import {
  foreignKeys,
  steady,
  sumOf,
  tablesOf,
  tenantsOf,
  turnTo,
} from '#server/db/dump/catalogue.ts'
import { dump } from '#server/db/dump/dump.ts'
import { eraseAccount, eraseTenant, tenantName } from '#server/db/dump/erase.ts'
import { inspectDump, load } from '#server/db/dump/load.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { Partitions } from '#server/engines/telemetry/partitions.ts'
import { diskStore } from '#server/engines/file/store.ts'
import { newDevice } from './devices.ts'
import {
  emptyDatabase,
  newMember,
  newTenant,
  startApp,
  type Tenant,
  type TestApp,
} from './harness.ts'
import { madeByPeople, make } from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-dump-'))
let app: TestApp
let one: Tenant
let other: Tenant
let picture = ''
beforeAll(async () => {
  app = await startApp()
  // What is taken along stands still meanwhile.
  await app.rest()
  one = await newTenant(app)
  other = await newTenant(app)
  // A row of everything that people make, so that a new table is dumped by existing.
  for (const entity of madeByPeople) await make(entity, one.admin)
  const device = await newDevice(one.admin)
  await new Partitions(app.db).need([Date.now() - 3000 * 60_000, Date.now()])
  await app.db.write(one.id, (tx) =>
    sql`insert into telemetry (tenant_id, device_id, metric, at, value)
      select ${one.id}::bigint, ${device.id}, 'airTemperature', now() - n * interval '1 minute',
      n / 7.0 from generate_series(1, 3000) n`.execute(tx),
  )
  picture = await one.admin.upload(
    'a.png',
    'image/png',
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#3a3' } })
      .png()
      .toBuffer(),
  )
  await newMember(app, other, ['wfpf.inventory.base.unit'])
}, 120_000)
afterAll(async () => {
  await app.end()
  rmSync(folder, { recursive: true, force: true })
})
const from = (file: string, more = {}) =>
  dump({
    ownerUrl: app.owner,
    store: diskStore(app.filesDir),
    file: join(folder, file),
    version: 'test',
    ...more,
  })

/** Everything that a database says, as one text for each table and tenant. */
async function said(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; ${steady}`)
  const found: Record<string, string> = {}
  const tenants = await tenantsOf(client)
  for (const table of await tablesOf(client)) {
    const split = table.isOfTenant && table.name !== 'tenant' && table.name !== 'account'
    for (const tenant of split ? tenants : [0]) {
      await turnTo(client, tenant)
      const { count, sum } = await sumOf(client, table, split ? `tenant_id = ${tenant}` : 'true')
      if (count > 0) found[`${table.name} ${tenant}`] = `${count} ${sum}`
    }
  }
  found.keys = String((await foreignKeys(client)).length)
  await client.end()
  return found
}
const hashes = (dir: string) =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile())
      .map((f) => [
        join(f.parentPath, f.name).slice(dir.length),
        createHash('sha256')
          .update(readFileSync(join(f.parentPath, f.name)))
          .digest('hex'),
      ]),
  )

test(
  'a whole dump comes out elsewhere as it went in, files included, and new rows get new numbers',
  { timeout: 90_000 },
  async () => {
    const made = await from('whole.furrow', { secrets: Buffer.from('{"secret":"x"}') })
    expect(
      made.parts.find(({ table, tenant }) => table === 'telemetry' && tenant === one.id)?.count,
    ).toBe(3000)
    const target = await emptyDatabase()
    const filesDir = mkdtempSync(join(folder, 'files-'))
    const { secrets } = await load({
      ownerUrl: target.owner,
      store: diskStore(filesDir),
      file: join(folder, 'whole.furrow'),
      scratch: folder,
    })
    expect(secrets?.toString()).toBe('{"secret":"x"}')
    expect(await said(target.owner)).toEqual(await said(app.owner))
    expect(hashes(filesDir)).toEqual(hashes(join(app.filesDir)))
    const client = new pg.Client({ connectionString: target.owner })
    await client.connect()
    await client.query(`select set_config('app.tenant_id', '${one.id}', false)`)
    const {
      rows: [made2],
    } = await client.query(
      `insert into unit (tenant_id, code, name) values (${one.id}, 'after', 'x') returning id, (select max(id) from unit) as before`,
    )
    expect(Number(made2.id)).toBeGreaterThan(Number(made2.before))
    await client.end()
    // A second time there is somebody in it.
    await expect(
      load({
        ownerUrl: target.owner,
        store: diskStore(filesDir),
        file: join(folder, 'whole.furrow'),
        scratch: folder,
      }),
    ).rejects.toThrow(/somebody in this database/)
    await target.drop()
  },
)

test(
  'what was cut off or changed is refused before anything is touched',
  { timeout: 60_000 },
  async () => {
    await from('good.furrow', { tenant: other.id })
    const bytes = readFileSync(join(folder, 'good.furrow'))
    const target = await emptyDatabase()
    for (const [name, text] of [
      ['cut', bytes.subarray(0, bytes.length - 900)],
      [
        'bent',
        Buffer.concat([
          bytes.subarray(0, 2000),
          Buffer.from([bytes[2000]! ^ 1]),
          bytes.subarray(2001),
        ]),
      ],
    ] as const) {
      writeFileSync(join(folder, name), text)
      await expect(inspectDump(join(folder, name))).rejects.toThrow(/no whole dump|damaged/)
      await expect(
        load({
          ownerUrl: target.owner,
          store: diskStore(folder),
          file: join(folder, name),
          scratch: folder,
        }),
      ).rejects.toThrow(/no whole dump|damaged/)
    }
    await target.drop()
  },
)

test(
  'one tenant is taken along alone, with its people and nobody else’s password',
  { timeout: 60_000 },
  async () => {
    await app.db.write(
      other.id,
      async (tx) =>
        void (await sql`insert into member (account_id) values (${one.adminAccount})`.execute(tx)),
    )
    // Has left, works elsewhere, and is still named here.
    const gone = await newMember(app, one, [])
    await app.db.write(one.id, (tx) =>
      sql`delete from member where account_id = ${gone.accountId}`.execute(tx),
    )
    await app.db.write(other.id, (tx) =>
      sql`insert into member (account_id) values (${gone.accountId})`.execute(tx),
    )
    const made = await from('one.furrow', { tenant: one.id })
    expect(new Set(made.parts.map(({ tenant }) => tenant))).toEqual(new Set([null, one.id]))
    expect(made.parts.map(({ table }) => table)).not.toContain('session')
    const target = await emptyDatabase()
    await migrate(target.owner)
    const filesDir = mkdtempSync(join(folder, 'files-'))
    await load({
      ownerUrl: target.owner,
      store: diskStore(filesDir),
      file: join(folder, 'one.furrow'),
      scratch: folder,
    })
    const [there, here] = [await said(target.owner), await said(app.owner)]
    for (const [key, sum] of Object.entries(here))
      if (key.endsWith(` ${one.id}`)) expect([key, there[key]]).toEqual([key, sum])
    expect(Object.keys(there).filter((key) => key.endsWith(` ${other.id}`))).toEqual([])
    const client = new pg.Client({ connectionString: target.owner })
    await client.connect()
    const { rows } = await client.query<{ login_name: string; password_hash: string }>(
      'select login_name, password_hash from account',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const name of ['admin', gone.loginName])
      expect(rows.find(({ login_name }) => login_name?.startsWith(name))?.password_hash).toContain(
        '$AAAAAAAA',
      )
    await client.end()
    await expect(
      load({
        ownerUrl: target.owner,
        store: diskStore(filesDir),
        file: join(folder, 'one.furrow'),
        scratch: folder,
      }),
    ).rejects.toThrow(/in this database already/)
    await target.drop()
  },
)

test(
  'a dump of the version before comes out as this one’s tables',
  { timeout: 60_000 },
  async () => {
    const [before, target] = [await emptyDatabase(), await emptyDatabase()]
    const older = migrationNames().sort().slice(0, -1)
    await migrate(before.owner, undefined, undefined, older)
    const client = new pg.Client({ connectionString: before.owner })
    await client.connect()
    await client.query(
      "insert into tenant (id, tenant_num, tenant_name) values (500, 'OLD', 'old farm')",
    )
    await client.query("select set_config('app.tenant_id', '500', false)")
    await client.query(
      "insert into unit (tenant_id, code, name) select 500, 'u' || n, 'bag' from generate_series(1, 20) n",
    )
    await client.end()
    const file = join(folder, 'older.furrow')
    const made = await dump({
      ownerUrl: before.owner,
      store: diskStore(folder),
      file,
      version: 'before',
    })
    expect(made.migrations).toEqual(older)
    await load({ ownerUrl: target.owner, store: diskStore(folder), file, scratch: folder })
    const [there, here] = [await said(target.owner), await said(before.owner)]
    expect(there['unit 500']).toBe(here['unit 500'])
    expect(await migrate(target.owner)).toBe(0)
    // What is newer than us is refused before anything is made.
    await expect(migrate(target.owner, undefined, undefined, ['999_later.sql'])).rejects.toThrow(
      /newer version/,
    )
    await before.drop()
    await target.drop()
  },
)

test(
  'an erased person is nobody, an erased tenant is nowhere, and the others are as they were',
  { timeout: 60_000 },
  async () => {
    const member = await newMember(app, one, ['wfpf.inventory.base.unit'])
    await app.db.platform(async (tx) => {
      await sql`insert into account_device (account_id, fingerprint) values (${member.accountId}, 'x')`.execute(
        tx,
      )
      await sql`insert into account_identity (issuer, subject, account_id)
        values ('https://id.example', 'x', ${member.accountId})`.execute(tx)
      await sql`insert into account_factor (account_id, sealed_key) values (${member.accountId}, 'x')`.execute(
        tx,
      )
    })
    expect(await eraseAccount(app.owner, member.loginName)).toBe(member.accountId)
    // Every table of the platform that hangs on an account, whatever it is called.
    const hanging = await app.db.platform((tx) =>
      rows<{ name: string; field: string }>(
        tx,
        sql`select c.conrelid::regclass::text as name, f.attname::text as field from pg_constraint c
    join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1] where c.contype = 'f'
    and c.confrelid = 'account'::regclass and c.confdeltype = 'c'`,
      ),
    )
    expect(hanging.length).toBeGreaterThan(6)
    for (const { name, field } of hanging)
      expect([
        name,
        await app.db.platform((tx) =>
          rows(
            tx,
            sql`select 1 from ${sql.table(name)} where ${sql.ref(field)} = ${member.accountId}`,
          ),
        ),
      ]).toEqual([name, []])
    expect((await member.send('GET /iam/stong/v1/users/self')).statusCode).toBe(401)
    expect(
      await app.db.platform((tx) =>
        row(
          tx,
          sql`select real_name, phone, enabled_flag from account where id = ${member.accountId}`,
        ),
      ),
    ).toEqual({ realName: 'Erased', phone: null, enabledFlag: 0 })
    expect(await tenantName(app.owner, one.id)).not.toBeNull()
    const before = await said(app.owner)
    const key = picture.split('/').at(-1)!.split('?')[0]!
    expect(existsSync(join(app.filesDir, String(one.id), key))).toBe(true)
    await eraseTenant(app.owner, diskStore(app.filesDir), one.id)
    const after = await said(app.owner)
    expect(Object.keys(after).filter((name) => name.endsWith(` ${one.id}`))).toEqual([])
    for (const [name, sum] of Object.entries(before))
      if (name.endsWith(` ${other.id}`)) expect([name, after[name]]).toEqual([name, sum])
    expect(existsSync(join(app.filesDir, String(one.id), key))).toBe(false)
    expect(await tenantName(app.owner, one.id)).toBeNull()
    expect((await other.admin.send('GET /iam/stong/v1/users/self')).statusCode).toBe(200)
  },
)
