import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { IssuedCode } from '#contract/account/invitation.ts'
import type { Tokens } from '#contract/account/sign-in.ts'
import type { Page } from '#contract/call.ts'
import { entities } from '#contract/domains.ts'
import { lastingCodes } from '#contract/lasting.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { row, rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { addMember } from '#server/engines/account/tenant.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import { oneFarm } from './ground.ts'
import {
  clientWith,
  newMember,
  newOperator,
  newTenant,
  password,
  unique,
  type Tenant,
} from './harness.ts'
import type { Made } from './samples.ts'

const { app, mine } = await oneFarm()

type Member = Awaited<ReturnType<typeof newMember>>
interface Person extends Made {
  roleIds: number[]
  realName: string
  phone: string | null
  joinedFlag: 0 | 1
}
const people = async (client: Client) =>
  (await client.call<Page<Person>>('GET /iam/v1/{tenant}/users', { size: '0' })).content
const memberOf = async (who: { accountId: number }, tenant = mine) =>
  app.db.read(
    tenant.id,
    async (tx) =>
      (await row<{ id: number; objectVersionNumber: number }>(
        tx,
        sql`select id, object_version_number from member where account_id = ${who.accountId}`,
      ))!,
  )
const person = async (who: { accountId: number }, tenant = mine) =>
  tenant.admin.call<Person>(`GET /iam/v1/{tenant}/users/${(await memberOf(who, tenant)).id}`)
const roleWith = async (codes: readonly string[], tenant: Tenant = mine) => {
  const made = await tenant.admin.call<Made>('POST /iam/v1/{tenant}/roles', {
    code: unique('role'),
    name: 'r',
    enabledFlag: 1,
  })
  await tenant.admin.call(`PUT /iam/v1/{tenant}/roles/${made.id}/permissions`, {
    codes,
    objectVersionNumber: made.objectVersionNumber,
  })
  return made.id
}
const administrators = async (tenant = mine) =>
  (await tenant.admin.call<Page<Made>>('GET /iam/v1/{tenant}/roles', { size: '0' })).content.find(
    (one) => one.builtinFlag === 1,
  )!.id
const invite = async (client: Client, roleIds: number[], more: object = {}) =>
  client.call<Person>('POST /iam/v1/{tenant}/users', {
    loginName: unique('p'),
    realName: '新人',
    roleIds,
    enabledFlag: 1,
    ...more,
  })
const issue = (client: Client, id: number) =>
  client.send(`POST /iam/v1/{tenant}/users/${id}/reset-password`)
const redeem = async (code: string, more: object = {}) => {
  const anyone = new Client(app.http)
  return anyone.send('POST /oauth/public/invitation/redeem', {
    code,
    password: await anyone.seal('Autumn#2027'),
    ...more,
  })
}
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
    })
    const { code } = answer.json<IssuedCode>()
    const stored = await app.db.platform((tx) => rows(tx, sql`select * from account_code`))
    expect(JSON.stringify(stored)).not.toContain(code!)
    expect(JSON.stringify(stored)).not.toContain(code!.replaceAll('-', ''))
    expect(
      (
        await new Client(app.http).send('POST /oauth/public/invitation', {
          code: code!.toLowerCase().replaceAll('-', ' '),
        })
      ).json(),
    ).toMatchObject({ purpose: 'password', loginName: who.loginName })
    expect((await redeem(code!)).json()).toEqual({ loginName: who.loginName })
    expect((await who.send('GET /iam/stong/v1/users/self')).statusCode).toBe(401)
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
        tenant.admin.send('PUT /iam/v1/{tenant}/users', {
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
      sql`update account set operator_flag = 1 where id = ${operator.accountId}`.execute(tx),
    )
    expect((await issue(mine.admin, (await memberOf(operator)).id)).json().code).toBe(
      'user.foreign',
    )
  })

  test('the phone of who has joined is theirs', async () => {
    const who = await newMember(app, mine, [])
    const found = await person(who)
    const answer = await mine.admin.send('PUT /iam/v1/{tenant}/users', {
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
    expect((await joined.send('GET /wfpf/v1/{tenant}/unit')).statusCode).toBe(200)
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
      const answer = await mine.admin.send('POST /iam/v1/{tenant}/users', {
        realName: '某人',
        roleIds: roles,
        enabledFlag: 1,
        ...given,
      })
      return [answer.statusCode, Object.keys(answer.json()).sort(), answer.json().joinedFlag]
    }
    const unknown = await shape({ loginName: unique('x'), phone: phone() })
    expect(unknown[0]).toBe(200)
    expect(await shape({ loginName: known.loginName, phone: phone() })).toEqual(unknown)
    expect(await shape({ loginName: unique('x'), phone: number })).toEqual(unknown)
    expect((await known.call<unknown[]>('GET /iam/stong/v1/users/self-tenants')).length).toBe(1)
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
    expect(await byLink.call('POST /iam/stong/v1/users/invitations/accept', { code })).toEqual({
      tenantId: mine.id,
    })
    expect(await person(byLink)).toMatchObject({
      id: one.id,
      loginName: byLink.loginName,
      joinedFlag: 1,
    })
    const two = await invite(mine.admin, [await roleWith([])], { phone: number })
    await issue(mine.admin, two.id)
    const [seen] = await byPhone.call<{ id: number; tenantName: string }[]>(
      'GET /iam/stong/v1/users/invitations',
    )
    expect(await stranger.call('GET /iam/stong/v1/users/invitations')).toEqual([])
    expect(
      (await stranger.send('POST /iam/stong/v1/users/invitations/accept', { id: seen!.id })).json()
        .code,
    ).toBe('invitation.invalid')
    await byPhone.call('POST /iam/stong/v1/users/invitations/accept', { id: seen!.id })
    expect(
      (await byPhone.call<{ tenantId: number }[]>('GET /iam/stong/v1/users/self-tenants')).map(
        (t) => t.tenantId,
      ),
    ).toContain(mine.id)
    const three = await invite(mine.admin, [await roleWith([])])
    const again = (await issue(mine.admin, three.id)).json<IssuedCode>().code
    expect(
      (await byPhone.send('POST /iam/stong/v1/users/invitations/accept', { code: again })).json()
        .code,
    ).toBe('invitation.member')
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
    const [seen] = await holder.call<{ id: number }[]>('GET /iam/stong/v1/users/invitations')
    const decline = (who: Client) =>
      who.send('POST /iam/stong/v1/users/invitations/decline', { id: seen!.id })
    expect([
      (await decline(stranger)).statusCode,
      (await decline(holder)).statusCode,
      (await decline(holder)).statusCode,
    ]).toEqual([422, 204, 422])
    expect(await holder.call('GET /iam/stong/v1/users/invitations')).toEqual([])
    expect((await redeem(code!, { loginName: unique('late') })).json().code).toBe(
      'invitation.invalid',
    )
  })

  test('nobody signs in as who has not joined, and an enterprise is never left to them alone', async () => {
    const tenant = await newTenant(app)
    const made = await invite(tenant.admin, [await administrators(tenant)])
    const own = (await people(tenant.admin)).find(({ joinedFlag }) => joinedFlag === 1)!
    const demoted = await tenant.admin.send('PUT /iam/v1/{tenant}/users', {
      id: own.id,
      objectVersionNumber: own.objectVersionNumber,
      realName: own.realName,
      roleIds: [await roleWith([], tenant)],
    })
    expect(demoted.statusCode).toBe(422)
    const anyone = new Client(app.http)
    for (const secret of ['', 'x', password]) {
      const answer = await anyone.send(
        'POST /oauth/oauth/token',
        new URLSearchParams({
          grant_type: 'password',
          username: String(made.loginName),
          password: await anyone.seal(secret),
        }),
      )
      expect(answer.statusCode).toBe(401)
    }
  })
})

const power = [...lastingCodes].filter((code) =>
  [user, role].some(({ permissions }) => Object.values(permissions).flat().includes(code)),
)
const all = [...moduleOfCode.keys()]

describe('rights', () => {
  /** A world with somebody above and somebody beside whoever tries. */
  async function world(codes: readonly string[]) {
    const tenant = await newTenant(app)
    const big = await roleWith(
      [...power, 'wfpf.inventory.base.unit', role.permissions.list, user.permissions.list],
      tenant,
    )
    const small = await roleWith(codes.slice(0, 1), tenant)
    await newMember(app, tenant, [...power, 'wfpf.inventory.base.unit'])
    const waiting = await invite(tenant.admin, [big], { phone: '13700001111' })
    const attacker = await newMember(app, tenant, codes)
    return { tenant, attacker, roles: [await administrators(tenant), big, small], waiting }
  }
  /** Everything that somebody can be, by every call that changes rights, until there is nothing new. */
  async function reached(tenant: Tenant, first: Client): Promise<Set<string>> {
    const found = new Set<string>()
    const own: Client[] = [first]
    const idle = new Set(['wfpf.inventory.base.unit'])
    for (let at = 0; at < own.length && at < 12; at++) {
      const client = own[at]!
      const signIn = async (loginName: string) => {
        const next = await new Client(app.http).signIn(loginName, 'Autumn#2027').catch(() => null)
        if (next) own.push(next)
      }
      for (let from = 0; from < all.length; from += 300) {
        const held = await client.call<{ code: string; approve: boolean }[]>(
          'POST /iam/stong/v1/menus/check-resources',
          all.slice(from, from + 300),
        )
        for (const { code, approve } of held) if (approve) found.add(code)
      }
      // Looked up behind everybody's back: who tries may have taken the rights of who would look.
      const { members, roles } = await app.db.read(tenant.id, async (tx) => ({
        members: await rows<Person>(tx, sql`select * from member_view order by id`),
        roles: await rows<Made>(tx, sql`select * from role order by id`),
      }))
      for (const one of roles) {
        const answer = await client.send(`POST /iam/v1/{tenant}/roles/${one.id}/view-as`)
        if (answer.statusCode === 200)
          own.push(clientWith(app, answer.json<Tokens>().access_token, tenant.id))
        await client.send(`PUT /iam/v1/{tenant}/roles/${one.id}/permissions`, {
          codes: [...idle, ...power],
          objectVersionNumber: one.objectVersionNumber,
        })
        await client.send(`POST /iam/v1/{tenant}/roles/${one.id}/copy`, {
          code: unique('copy'),
          name: 'c',
        })
        await client.send('PUT /iam/v1/{tenant}/roles', {
          id: one.id,
          objectVersionNumber: one.objectVersionNumber,
          code: one.code,
          name: one.name,
          enabledFlag: 1,
        })
        const made = await client.send('POST /iam/v1/{tenant}/users', {
          loginName: unique('puppet'),
          realName: '傀儡',
          roleIds: [one.id],
          enabledFlag: 1,
        })
        if (made.statusCode === 200 && members.length < 12) members.push(made.json())
      }
      for (const one of members) {
        for (const to of roles)
          await client.send('PUT /iam/v1/{tenant}/users', {
            id: one.id,
            objectVersionNumber: one.objectVersionNumber,
            realName: one.realName,
            roleIds: [to.id],
          })
        const answer = await issue(client, one.id)
        const loginName = one.joinedFlag === 1 ? String(one.loginName) : unique('taken')
        if (
          answer.statusCode === 200 &&
          (await redeem(answer.json<IssuedCode>().code!, one.joinedFlag === 1 ? {} : { loginName }))
            .statusCode === 200
        )
          await signIn(loginName)
      }
      // What was just given counts from the next call on.
      if (at === 0 && !own.includes(first, 1)) own.push(first)
    }
    return found
  }
  const beside = [role.permissions.list, user.permissions.list]
  const tries: string[][] = [
    ...power.map((code) => [code]),
    ...power
      .flatMap((one, i) => power.slice(i + 1).map((other) => [one, other]))
      .filter((_, i) => i % 6 === 0),
    [...power],
  ]

  test(
    'no sequence of calls reaches a code that was not held, from any of these sets',
    { timeout: 400_000 },
    async () => {
      const outcomes: unknown[] = []
      for (const codes of tries) {
        const { tenant, attacker } = await world(codes)
        const before = new Set([...codes, ...beside])
        const after = await reached(tenant, attacker)
        const gained = [...after].filter((code) => !before.has(code))
        if (gained.length) outcomes.push([codes, gained])
      }
      expect(outcomes).toEqual([])
      expect(tries.length).toBeGreaterThan(15)
    },
  )

  test(
    'an administrator may all of it, and the search finds that',
    { timeout: 60_000 },
    async () => {
      const { tenant } = await world([])
      const helper = await newMember(app, tenant, [])
      const found = await person(helper, tenant)
      await tenant.admin.call('PUT /iam/v1/{tenant}/users', {
        id: found.id,
        objectVersionNumber: found.objectVersionNumber,
        realName: found.realName,
        roleIds: [await administrators(tenant)],
      })
      expect((await reached(tenant, helper)).size).toBeGreaterThan(power.length)
    },
  )

  test('one gives oneself no role, and may give one up', async () => {
    const who = await newMember(app, mine, [...power, ...beside])
    const found = await person(who)
    const small = await roleWith([beside[0]!])
    const edit = (roleIds: number[], version = found.objectVersionNumber) =>
      who.send('PUT /iam/v1/{tenant}/users', {
        id: found.id,
        objectVersionNumber: version,
        realName: found.realName,
        roleIds,
      })
    expect((await edit([...found.roleIds, small])).json().code).toBe('grant.self')
    const both = await mine.admin.call<Person>('PUT /iam/v1/{tenant}/users', {
      id: found.id,
      objectVersionNumber: found.objectVersionNumber,
      realName: found.realName,
      roleIds: [...found.roleIds, small],
    })
    expect((await edit([small], both.objectVersionNumber)).statusCode).toBe(200)
  })

  test('only an administrator closes, signs out or removes an administrator', async () => {
    const who = await newMember(app, mine, [...power, ...beside])
    const target = await newMember(app, mine, [])
    const before = await person(target)
    await mine.admin.call('PUT /iam/v1/{tenant}/users', {
      id: before.id,
      objectVersionNumber: before.objectVersionNumber,
      realName: before.realName,
      roleIds: [await administrators()],
    })
    const found = await person(target)
    const attempts = [
      await who.send('PUT /iam/v1/{tenant}/users', {
        id: found.id,
        objectVersionNumber: found.objectVersionNumber,
        realName: found.realName,
        roleIds: found.roleIds,
        enabledFlag: 0,
      }),
      await who.send('PUT /iam/v1/{tenant}/users', {
        id: found.id,
        objectVersionNumber: found.objectVersionNumber,
        realName: found.realName,
        roleIds: [await roleWith([])],
      }),
      await who.send(`POST /iam/v1/{tenant}/users/${found.id}/end-sessions`),
      await who.send(`DELETE /iam/v1/{tenant}/users/${found.id}`),
      await issue(who, found.id),
    ]
    expect(attempts.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      attempts.map(() => [403, 'grant.administrator']),
    )
  })

  test('what is restored from the bin changes nobody’s rights', () => {
    expect(
      entities
        .filter(({ name }) => name === 'user' || name === 'role')
        .map(({ deletion }) => deletion),
    ).toEqual(['gone', 'gone'])
  })
})

describe('an operator who acts for somebody', () => {
  const acting = async () => {
    const operator = await newOperator(app)
    const { access_token } = await operator.call<Tokens>('POST /iam/v1/platform/impersonate', {
      tenantId: mine.id,
      userId: mine.adminAccount,
      reason: '协助排查问题',
    })
    return clientWith(app, access_token, mine.id)
  }
  test(
    'leaves nothing lasting behind: every call that would, refuses',
    { timeout: 60_000 },
    async () => {
      const client = await acting()
      const lasting = app.served.filter(
        (call) =>
          !call.endpoint.startsWith('GET') &&
          (call.lasting ||
            (typeof call.access === 'object' &&
              call.lasting !== false &&
              [call.access.code].flat().some((code) => lastingCodes.has(code)))),
      )
      expect(lasting.length).toBeGreaterThan(18)
      for (const call of lasting) {
        const answer = await client.send(call.endpoint.replaceAll(/\{(id)\}/g, '1'), {})
        expect([call.endpoint, answer.statusCode, answer.json().code]).toEqual([
          call.endpoint,
          403,
          'grant.acting',
        ])
      }
    },
  )
  test('every call of people and roles that writes is among them', () => {
    const writing = app.served.filter(
      ({ endpoint }) =>
        !endpoint.startsWith('GET') &&
        /\/(users|roles)(\/|$)/.test(endpoint.split(' ')[1]!) &&
        endpoint.includes('{tenant}') &&
        !endpoint.includes('list-'),
    )
    const unguarded = writing.filter(
      (call) =>
        call.lasting !== false &&
        !(
          typeof call.access === 'object' &&
          [call.access.code].flat().some((code) => lastingCodes.has(code))
        ),
    )
    expect(writing.length).toBeGreaterThan(8)
    expect(unguarded.map(({ endpoint }) => endpoint)).toEqual([])
  })
  test('keeps their mark while looking as a role', async () => {
    const client = await acting()
    const small = await roleWith(['wfpf.inventory.base.unit'])
    const { access_token } = await client.call<Tokens>(
      `POST /iam/v1/{tenant}/roles/${small}/view-as`,
    )
    const looking = clientWith(app, access_token, mine.id)
    expect(await looking.call('GET /iam/stong/v1/users/self')).toMatchObject({
      impersonatedBy: '运营',
      viewedRole: 'r',
    })
  })
})
