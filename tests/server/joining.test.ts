import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  invitationOf,
  acceptInvitation,
  ownInvitations,
  declineInvitation,
  type IssuedCode,
} from '#contract/account/invitation.ts'
import { token } from '#contract/account/sign-in.ts'
import { unit } from '#contract/inventory/unit.ts'
import { self, selfTenants } from '#contract/account/self.ts'
import { callOf } from '#contract/entity-calls.ts'
import { user } from '#contract/system/user.ts'
import { rows } from '#server/db/database.ts'
import { Client, untyped } from '#server/demo/client.ts'
import { addMember } from '#server/modules/account/engine/tenant.ts'
import { newMember, newTenant, password, unique, type Tenant } from './harness.ts'
import {
  administrators,
  app,
  invite,
  issue,
  memberOf,
  mine,
  person,
  redeem,
  roleWith,
} from './grant-ground.ts'

type Member = Awaited<ReturnType<typeof newMember>>
const people = async (client: Client) =>
  (await client.call(callOf(user, 'list'), { size: 0 })).content
const inAlso = async (who: Member, tenant: Tenant) => {
  const small = await roleWith([], tenant)
  await app.db.write(tenant.id, (tx) => addMember(tx, who.accountId, null, [small], null))
}

describe('nobody but the person sets their password', () => {
  test('a code is shown once, works once, and signs out everywhere else', async () => {
    const who = await newMember(app, mine, [])
    const answer = await issue(mine.admin, (await memberOf(who)).id)
    expect(answer.json()).toMatchObject({
      code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
      link: expect.stringMatching(/\/invite#\w{4}-/),
      sentTo: null,
      unsent: 'provider',
    })
    const { code } = answer.json<IssuedCode>()
    const stored = await app.db.platform((tx) => rows(tx, sql`select * from account_code`))
    expect(JSON.stringify(stored)).not.toContain(code!)
    expect(JSON.stringify(stored)).not.toContain(code!.replaceAll('-', ''))
    expect(
      (
        await new Client(app.http).send(invitationOf, {
          code: code!.toLowerCase().replaceAll('-', ' '),
        })
      ).json(),
    ).toMatchObject({ purpose: 'password', loginName: who.loginName })
    expect((await redeem(code!)).json()).toEqual({ loginName: who.loginName })
    expect((await who.send(self)).statusCode).toBe(401)
    await new Client(app.http).signIn(who.loginName, 'Autumn#2027')
    expect((await redeem(code!)).json()).toMatchObject({ failed: true, code: 'invitation.invalid' })
  })

  test('a code ends after a day, with the next one, and where the person is closed', async () => {
    const who = await newMember(app, mine, [])
    const { id } = await memberOf(who)
    const first = (await issue(mine.admin, id)).json<IssuedCode>().code!
    const second = (await issue(mine.admin, id)).json<IssuedCode>().code!
    expect((await redeem(first)).json().code).toBe('invitation.invalid')
    await app.db.platform((tx) =>
      sql`update account_code set expires_at = now() - interval '1 second' where account_id = ${who.accountId}`.execute(
        tx,
      ),
    )
    expect((await redeem(second)).json().code).toBe('invitation.invalid')
  })

  test('an administrator reaches nobody who also works elsewhere, and no operator', async () => {
    const other = await newTenant(app)
    const who = await newMember(app, mine, [])
    const before = (await issue(mine.admin, (await memberOf(who)).id)).json<IssuedCode>().code!
    await inAlso(who, other)
    // Handed out while the person was of one tenant alone: it does not open the second.
    expect((await redeem(before)).json().code).toBe('invitation.invalid')
    for (const tenant of [mine, other]) {
      expect((await issue(tenant.admin, (await memberOf(who, tenant)).id)).json().code).toBe(
        'user.foreign',
      )
      const found = await person(who, tenant)
      const edit = (more: object) =>
        tenant.admin.send(callOf(user, 'edit'), {
          id: found.id,
          objectVersionNumber: found.objectVersionNumber,
          realName: found.realName,
          roleIds: found.roleIds,
          ...more,
        })
      expect((await edit({ phone: '13711112222' })).json().fields).toHaveProperty('phone')
      expect((await edit({ realName: '别人' })).json().code).toBe('user.foreign')
    }
    const operator = await newMember(app, mine, [])
    await app.db.platform((tx) =>
      sql`update account set operator_flag = 1, default_tenant_id = null where id = ${operator.accountId}`.execute(
        tx,
      ),
    )
    expect((await issue(mine.admin, (await memberOf(operator)).id)).json().code).toBe(
      'user.foreign',
    )
  })

  test('the phone of who has joined is theirs', async () => {
    const who = await newMember(app, mine, [])
    const found = await person(who)
    const answer = await mine.admin.send(callOf(user, 'edit'), {
      id: found.id,
      objectVersionNumber: found.objectVersionNumber,
      realName: found.realName,
      roleIds: found.roleIds,
      phone: '13711113333',
    })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['phone']])
  })
})

describe('joining', () => {
  const phone = () =>
    `136${String(Math.trunc(performance.now() * 1000) % 100_000_000).padStart(8, '0')}`

  test('a new person chooses their own name and password', async () => {
    const made = await invite(mine.admin, [await roleWith(['wfpf.inventory.base.unit'])])
    expect(made.joinedFlag).toBe(0)
    const { code } = (await issue(mine.admin, made.id)).json<IssuedCode>()
    const loginName = unique('own')
    expect((await redeem(code!, { loginName: '13712345678' })).statusCode).toBe(400)
    expect(
      (await redeem(code!, { loginName: (await newMember(app, mine, [])).loginName })).json().code,
    ).toBe('invitation.name_taken')
    expect((await redeem(code!, { loginName })).json()).toEqual({ loginName })
    const joined = await new Client(app.http).signIn(loginName, 'Autumn#2027')
    expect(joined.tenantId).toBe(mine.id)
    expect((await joined.send(callOf(unit, 'list'))).statusCode).toBe(200)
    expect((await people(mine.admin)).find(({ id }) => id === made.id)).toMatchObject({
      joinedFlag: 1,
      loginName,
    })
  })

  test('answers are the same whether a name or phone has an account or not', async () => {
    const other = await newTenant(app)
    const known = await newMember(app, other, [])
    const number = phone()
    await app.db.platform((tx) =>
      sql`update account set phone = ${number} where id = ${known.accountId}`.execute(tx),
    )
    const roles = [await roleWith([])]
    const shape = async (given: object) => {
      const answer = await mine.admin.send(
        callOf(user, 'create'),
        untyped({
          realName: '某人',
          roleIds: roles,
          enabledFlag: 1,
          ...given,
        }),
      )
      return [answer.statusCode, Object.keys(answer.json()).sort(), answer.json().joinedFlag]
    }
    const unknown = await shape({ loginName: unique('x'), phone: phone() })
    expect(unknown[0]).toBe(200)
    expect(await shape({ loginName: known.loginName, phone: phone() })).toEqual(unknown)
    expect(await shape({ loginName: unique('x'), phone: number })).toEqual(unknown)
    expect((await known.call(selfTenants)).length).toBe(1)
  })

  test('who has an account joins with it when they accept, by the link or by their phone', async () => {
    const other = await newTenant(app)
    const [byLink, byPhone, stranger] = [
      await newMember(app, other, []),
      await newMember(app, other, []),
      await newMember(app, other, []),
    ]
    const number = phone()
    await app.db.platform((tx) =>
      sql`update account set phone = ${number} where id = ${byPhone.accountId}`.execute(tx),
    )
    const one = await invite(mine.admin, [await roleWith([])])
    const { code } = (await issue(mine.admin, one.id)).json<IssuedCode>()
    expect(await byLink.call(acceptInvitation, { code: code! })).toEqual({
      tenantId: mine.id,
    })
    expect(await person(byLink)).toMatchObject({
      id: one.id,
      loginName: byLink.loginName,
      joinedFlag: 1,
    })
    const two = await invite(mine.admin, [await roleWith([])], { phone: number })
    await issue(mine.admin, two.id)
    const [seen] = await byPhone.call(ownInvitations)
    expect(await stranger.call(ownInvitations)).toEqual([])
    expect((await stranger.send(acceptInvitation, { id: seen!.id })).json().code).toBe(
      'invitation.invalid',
    )
    await byPhone.call(acceptInvitation, { id: seen!.id })
    expect((await byPhone.call(selfTenants)).map((t) => t.tenantId)).toContain(mine.id)
    const three = await invite(mine.admin, [await roleWith([])])
    const again = (await issue(mine.admin, three.id)).json<IssuedCode>().code
    expect((await byPhone.send(acceptInvitation, untyped({ code: again }))).json().code).toBe(
      'invitation.member',
    )
  })

  test('an invitation to one’s phone may be declined, once, by nobody else, and then opens nothing', async () => {
    const other = await newTenant(app)
    const [holder, stranger] = [await newMember(app, other, []), await newMember(app, other, [])]
    const number = phone()
    await app.db.platform((tx) =>
      sql`update account set phone = ${number} where id = ${holder.accountId}`.execute(tx),
    )
    const { code } = (
      await issue(
        mine.admin,
        (await invite(mine.admin, [await roleWith([])], { phone: number })).id,
      )
    ).json<IssuedCode>()
    const [seen] = await holder.call(ownInvitations)
    const decline = (who: Client) => who.send(declineInvitation, { id: seen!.id })
    expect([
      (await decline(stranger)).statusCode,
      (await decline(holder)).statusCode,
      (await decline(holder)).statusCode,
    ]).toEqual([422, 204, 422])
    expect(await holder.call(ownInvitations)).toEqual([])
    expect((await redeem(code!, { loginName: unique('late') })).json().code).toBe(
      'invitation.invalid',
    )
  })

  test('nobody signs in as who has not joined, and an enterprise is never left to them alone', async () => {
    const tenant = await newTenant(app)
    const made = await invite(tenant.admin, [await administrators(tenant)])
    const own = (await people(tenant.admin)).find(({ joinedFlag }) => joinedFlag === 1)!
    const demoted = await tenant.admin.send(callOf(user, 'edit'), {
      id: own.id,
      objectVersionNumber: own.objectVersionNumber,
      realName: own.realName,
      roleIds: [await roleWith([], tenant)],
    })
    expect(demoted.statusCode).toBe(422)
    const anyone = new Client(app.http)
    for (const secret of ['', 'x', password]) {
      const answer = await anyone.send(token, {
        grant_type: 'password',
        username: String(made.loginName),
        password: await anyone.seal(secret),
      })
      expect(answer.statusCode).toBe(401)
    }
  })
})
