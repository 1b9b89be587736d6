import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { token } from '#contract/account/sign-in.ts'
import { switchTenant, self } from '#contract/account/self.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { clientWith, newMember, newOperator, password } from './harness.ts'
import { app, mine } from './secrets-ground.ts'

describe('a session', () => {
  const tokensOf = async (loginName: string) => {
    const client = new Client(app.http)
    return (
      await client.send(token, {
        grant_type: 'password',
        username: loginName,
        password: await client.seal(password),
      })
    ).json<{ access_token: string; refresh_token: string }>()
  }
  const renew = (refresh_token: string) =>
    new Client(app.http).send(token, { grant_type: 'refresh_token', refresh_token })
  test('ends thirty days after it began, however often it was renewed', async () => {
    const who = await newMember(app, mine, [])
    const { refresh_token } = await tokensOf(who.loginName)
    await app.db.platform((tx) =>
      sql`update session set created_at = now() - interval '29 days 23 hours 55 minutes'
        where account_id = ${who.accountId}`.execute(tx),
    )
    const next = (await renew(refresh_token)).json<{ refresh_token: string }>()
    const left = await app.db.platform((tx) =>
      row<{ minutes: number }>(
        tx,
        sql`select max(extract(epoch from greatest(refresh_expires_at,
          access_expires_at) - now()) / 60)::int as minutes from session
          where account_id = ${who.accountId} and device <> 'test'`,
      ),
    )
    expect(left!.minutes).toBeLessThanOrEqual(5)
    await app.db.platform((tx) =>
      sql`update session set refresh_expires_at = now() - interval '1 second'
        where account_id = ${who.accountId}`.execute(tx),
    )
    expect((await renew(next.refresh_token)).statusCode).toBe(401)
  })
  test('that moved on remembers the token it had: used again later, it was copied', async () => {
    const who = await newMember(app, mine, [])
    const { access_token, refresh_token } = await tokensOf(who.loginName)
    const moved = await clientWith(app, access_token, mine.id).call(switchTenant, {
      tenantId: mine.id,
    })
    await app.db.platform((tx) =>
      sql`update session_refresh_used set used_at = now() - interval '1 minute'`.execute(tx),
    )
    expect((await renew(refresh_token)).statusCode).toBe(401)
    expect((await clientWith(app, moved.access_token, mine.id).send(self)).statusCode).toBe(401)
  })
})

test('an import runs with the rights that stand when it runs', async () => {
  const { actorNow } = await import('#server/http/actor.ts')
  const who = await newMember(app, mine, ['wfpf.inventory.base.unit'])
  const asked = {
    sessionId: 1,
    accountId: who.accountId,
    loginName: '',
    realName: '',
    isOperator: false,
    tenantId: mine.id,
    permissionVersion: 1,
    subModules: [],
    impersonator: null,
    viewedRole: null,
    scope: null,
  }
  expect(
    (await app.platform.rights.of((await actorNow(app.db, asked))!)).codes.has(
      'wfpf.inventory.base.unit',
    ),
  ).toBe(true)
  await app.db.write(mine.id, async (tx) => {
    await sql`delete from member_role where member_id = (select id from member
      where account_id = ${who.accountId})`.execute(tx)
    await sql`update tenant set permission_version = permission_version + 1 where id = ${mine.id}`.execute(
      tx,
    )
  })
  expect((await app.platform.rights.of((await actorNow(app.db, asked))!)).codes.size).toBe(0)
  await app.db.platform((tx) =>
    sql`update account set enabled_flag = 0 where id = ${who.accountId}`.execute(tx),
  )
  expect(await actorNow(app.db, asked)).toBeNull()
})

test.each(['enabled_flag', 'operator_flag'])(
  'what an operator asked for somebody is not done when their %s is gone',
  async (flag) => {
    const { actorNow } = await import('#server/http/actor.ts')
    const who = await newMember(app, mine, ['wfpf.inventory.base.unit'])
    const operator = await newOperator(app)
    const { id: impersonatorId } = await operator.call(self)
    const asked = {
      sessionId: 1,
      accountId: who.accountId,
      loginName: '',
      realName: '',
      isOperator: false,
      tenantId: mine.id,
      permissionVersion: 1,
      subModules: [],
      impersonator: '运营',
      impersonatorId,
      viewedRole: null,
      scope: null,
    }
    expect(await actorNow(app.db, asked)).not.toBeNull()
    await app.db.platform((tx) =>
      sql`update account set ${sql.ref(flag)} = 0 where id = ${impersonatorId}`.execute(tx),
    )
    expect(await actorNow(app.db, asked)).toBeNull()
  },
)
