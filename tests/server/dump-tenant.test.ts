import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { self } from '#contract/account/self.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { user } from '#contract/system/user.ts'
import { row, rows } from '#server/db/database.ts'
import { eraseAccount, eraseTenant, namesBeside, tenantName } from '#server/db/dump/erase.ts'
import { load } from '#server/db/dump/load.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { emptyDatabase, newMember } from './harness.ts'
import { app, folder, from, one, other, picture, said } from './dump-ground.ts'

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
  'an erased person is nobody, an erased tenant is nowhere, and the others are as they were',
  { timeout: 60_000 },
  async () => {
    const member = await newMember(app, one, ['wfpf.inventory.base.unit', unit.permissions.create])
    await app.db.platform(async (tx) => {
      await sql`insert into account_network (account_id, network) values (${member.accountId}, '203.0.113.0')`.execute(
        tx,
      )
      await sql`insert into account_device (account_id, fingerprint) values (${member.accountId}, 'x')`.execute(
        tx,
      )
      await sql`insert into account_identity (issuer, subject, account_id)
        values ('https://id.example', 'x', ${member.accountId})`.execute(tx)
      await sql`insert into account_factor (account_id, sealed_key) values (${member.accountId}, 'x')`.execute(
        tx,
      )
    })
    const person = async ({ loginName }: { loginName: string }) => {
      const found = (await one.admin.call(callOf(user, 'list'), { size: 0 })).content.find(
        (one) => one.loginName === loginName,
      )!
      return {
        id: found.id,
        objectVersionNumber: found.objectVersionNumber,
        roleIds: found.roleIds,
      }
    }
    // They did something, and something was done to them.
    const name = '区别人'
    await one.admin.call(callOf(user, 'edit'), { ...(await person(member)), realName: name })
    await member.call(callOf(unit, 'create'), { code: 'erased', name: '袋' })
    const holding = () =>
      app.db.read(one.id, async (tx) => {
        const tables = await rows<{ name: string }>(
          tx,
          sql`select c.relname::text as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
            and c.relnamespace = 'public'::regnamespace and has_table_privilege(c.oid, 'select')`,
        )
        const found: string[] = []
        for (const { name: table } of tables)
          if (
            await row(
              tx,
              sql`select 1 from ${sql.table(table)} t where t::text like ${`%${name}%`}`,
            )
          )
            found.push(table)
        return found
      })
    expect(await holding()).toContain('audit')
    expect(await eraseAccount(app.owner, member.loginName)).toBe(member.accountId)
    expect(await holding()).toEqual([])
    // What else says beside an account who it is of; workers are the farm's own records.
    expect(
      await app.db.platform((tx) =>
        rows(
          tx,
          sql`select c.table_name::text as name, c.column_name::text as field from information_schema.columns c
            join information_schema.tables t using (table_schema, table_name)
            where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not in ('account', 'worker')
              and c.column_name in ('real_name', 'person_name', 'contact_name') order by 1, 2`,
        ),
      ),
    ).toEqual(
      namesBeside
        .map(([table, field]) => ({ name: table, field }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    )
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
    expect((await member.send(self)).statusCode).toBe(401)
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
    await eraseTenant(app.owner, diskStore(app.filesDir), app.filesDir, one.id)
    const after = await said(app.owner)
    expect(Object.keys(after).filter((name) => name.endsWith(` ${one.id}`))).toEqual([])
    for (const [name, sum] of Object.entries(before))
      if (name.endsWith(` ${other.id}`)) expect([name, after[name]]).toEqual([name, sum])
    expect(existsSync(join(app.filesDir, String(one.id), key))).toBe(false)
    expect(await tenantName(app.owner, one.id)).toBeNull()
    expect((await other.admin.send(self)).statusCode).toBe(200)
  },
)
