import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { self, sessions, setDefaultTenant, switchTenant } from '#contract/account/self.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { tenants } from '#contract/platform/platform-calls.ts'
import { endUserSessions } from '#contract/system/permission-calls.ts'
import { user } from '#contract/system/user.ts'
import { row, rows } from '#server/db/database.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { Client } from '#server/demo/client.ts'
import { oneFarm } from './ground.ts'
import { emptyDatabase, newMember, password } from './harness.ts'
import { as } from './upgrade-ground.ts'

const { app, mine } = await oneFarm()
/** Somebody who works for a tenant and became an operator of the platform. */
async function memberAndOperator() {
  const who = await newMember(app, mine, [unit.permissions.list])
  await app.db.platform((tx) =>
    sql`update account set operator_flag = 1, default_tenant_id = null where id = ${who.accountId}`.execute(
      tx,
    ),
  )
  const client = new Client(app.http)
  await client.signIn(who.loginName, password)
  return { client, accountId: who.accountId, loginName: who.loginName }
}
type Operator = Awaited<ReturnType<typeof memberAndOperator>>
/** By hand, and so in the session at hand. */
async function into(client: Client) {
  client.token = (await client.call(switchTenant, { tenantId: mine.id })).access_token
  client.tenantId = mine.id
}
const standing = (who: Operator) =>
  app.db.platform((tx) =>
    rows<{ tenantId: number | null; isOver: boolean }>(
      tx,
      sql`select tenant_id, ended_at is not null as is_over from session
        where account_id = ${who.accountId} order by id`,
    ),
  )

describe('an operator who also works for a tenant', () => {
  let who: Operator
  beforeAll(async () => {
    who = await memberAndOperator()
  })

  test('starts on the platform, and goes to the tenant by hand', async () => {
    expect(await who.client.call(self)).toMatchObject({ tenantId: -1, admin: true })
    expect((await who.client.send(tenants)).statusCode).toBe(200)
    await into(who.client)
    expect(await who.client.call(self)).toMatchObject({ tenantId: mine.id, admin: true })
    expect((await who.client.send(callOf(unit, 'list'))).statusCode).toBe(200)
    expect((await who.client.send(tenants)).statusCode).toBe(200)
  })

  test('has no tenant to start in, whoever writes it down', async () => {
    const answer = await who.client.send(setDefaultTenant, { tenantId: mine.id })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'operator.home'])
    await expect(
      app.db.platform((tx) =>
        sql`update account set default_tenant_id = ${mine.id} where id = ${who.accountId}`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow(/account_operator_home/)
  })
})

test.each([
  ['signs them out', (id: number) => mine.admin.send(endUserSessions, { id })],
  [
    'closes them',
    async (id: number) => {
      const found = await mine.admin.call(callOf(user, 'show'), { id })
      return mine.admin.send(callOf(user, 'edit'), {
        id,
        realName: found.realName,
        roleIds: found.roleIds,
        objectVersionNumber: found.objectVersionNumber,
        enabledFlag: 0,
      })
    },
  ],
  ['removes them', (id: number) => mine.admin.send(callOf(user, 'delete'), { id })],
] as const)(
  'a tenant that %s reaches no session of the platform, and none of theirs stays in it',
  async (_what, act) => {
    const who = await memberAndOperator()
    const other = new Client(app.http)
    await other.signIn(who.loginName, password)
    await into(who.client)
    // One of the tenant alone: looked at as one of its roles.
    await app.db.platform((tx) =>
      sql`insert into session (account_id, tenant_id, access_hash, access_expires_at, refresh_hash,
        refresh_expires_at, view_role_id) select account_id, tenant_id, 'looks', access_expires_at,
        'looks', refresh_expires_at, 1 from session where account_id = ${who.accountId}
        and tenant_id = ${mine.id} order by id desc limit 1`.execute(tx),
    )
    const { id } = (await app.db.read(mine.id, (tx) =>
      row<{ id: number }>(tx, sql`select id from member where account_id = ${who.accountId}`),
    ))!
    const answer = await act(id)
    expect([200, 204], answer.body).toContain(answer.statusCode)
    // In the order they were opened; the last is the one that looks as a role.
    expect(await standing(who)).toEqual([
      { tenantId: null, isOver: false },
      { tenantId: null, isOver: false },
      { tenantId: null, isOver: false },
      { tenantId: mine.id, isOver: true },
    ])
    for (const client of [who.client, other]) {
      expect(await client.call(self)).toMatchObject({ tenantId: -1, admin: true })
      expect((await client.send(tenants)).statusCode).toBe(200)
    }
    expect((await who.client.send(callOf(unit, 'list'))).statusCode).toBe(404)
    expect(await who.client.call(sessions)).toHaveLength(3)
    await app.db.platform((tx) => sql`delete from session where access_hash = 'looks'`.execute(tx))
  },
)

test('an upgrade takes the tenant to start in from operators, and from nobody else', async () => {
  const database = await emptyDatabase()
  const ours = migrationNames().sort()
  await migrate(
    database.owner,
    undefined,
    undefined,
    ours.slice(
      0,
      ours.findIndex((name) => name.startsWith('464')),
    ),
  )
  const found = await as(database.owner, async (client) => {
    await client.query(`insert into tenant (tenant_num, tenant_name) values ('a', 'a');
      insert into account (real_name, login_name, operator_flag, default_tenant_id)
      select name, name, flag, id from tenant, (values ('operator', 1), ('member', 0)) v (name, flag)`)
    await migrate(database.owner)
    return (
      await client.query(
        'select real_name, default_tenant_id is null as none from account order by id',
      )
    ).rows
  })
  expect(found).toEqual([
    { real_name: 'operator', none: true },
    { real_name: 'member', none: false },
  ])
  await database.drop()
})
