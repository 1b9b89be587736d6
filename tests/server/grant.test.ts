import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { IssuedCode } from '#contract/account/invitation.ts'
import type { Tokens } from '#contract/account/sign-in.ts'
import { entities } from '#contract/domains.ts'
import { lastingCodes } from '#contract/lasting.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { self } from '#contract/account/self.ts'
import { impersonate } from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import {
  viewAsRole,
  assignPermissions,
  copyRole,
  endUserSessions,
} from '#contract/system/permission-calls.ts'
import { checkResources } from '#contract/account/menus.ts'
import { rows } from '#server/db/database.ts'
import { Client, untyped } from '#server/demo/client.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import { clientWith, newMember, newOperator, newTenant, unique, type Tenant } from './harness.ts'
import type { Made } from './samples.ts'
import {
  type Person,
  administrators,
  app,
  invite,
  issue,
  mine,
  person,
  redeem,
  roleWith,
} from './grant-ground.ts'

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
        const held = await client.call(checkResources, all.slice(from, from + 300))
        for (const { code, approve } of held) if (approve) found.add(code)
      }
      // Looked up behind everybody's back: who tries may have taken the rights of who would look.
      const { members, roles } = await app.db.read(tenant.id, async (tx) => ({
        members: await rows<Person>(tx, sql`select * from member_view order by id`),
        roles: await rows<Made>(tx, sql`select * from role order by id`),
      }))
      for (const one of roles) {
        const answer = await client.send(viewAsRole, { id: one.id })
        if (answer.statusCode === 200)
          own.push(clientWith(app, answer.json<Tokens>().access_token, tenant.id))
        await client.send(assignPermissions, {
          id: one.id,
          codes: [...idle, ...power],
          objectVersionNumber: one.objectVersionNumber,
        })
        await client.send(copyRole, { id: one.id, code: unique('copy'), name: 'c' })
        await client.send(
          callOf(role, 'edit'),
          untyped({
            id: one.id,
            objectVersionNumber: one.objectVersionNumber,
            code: one.code,
            name: one.name,
            enabledFlag: 1,
          }),
        )
        const made = await client.send(callOf(user, 'create'), {
          loginName: unique('puppet'),
          realName: '傀儡',
          roleIds: [one.id],
          enabledFlag: 1,
        })
        if (made.statusCode === 200 && members.length < 12) members.push(made.json())
      }
      for (const one of members) {
        for (const to of roles)
          await client.send(callOf(user, 'edit'), {
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
      await tenant.admin.call(callOf(user, 'edit'), {
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
      who.send(callOf(user, 'edit'), {
        id: found.id,
        objectVersionNumber: version,
        realName: found.realName,
        roleIds,
      })
    expect((await edit([...found.roleIds, small])).json().code).toBe('grant.self')
    const both = await mine.admin.call(callOf(user, 'edit'), {
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
    await mine.admin.call(callOf(user, 'edit'), {
      id: before.id,
      objectVersionNumber: before.objectVersionNumber,
      realName: before.realName,
      roleIds: [await administrators()],
    })
    const found = await person(target)
    const attempts = [
      await who.send(callOf(user, 'edit'), {
        id: found.id,
        objectVersionNumber: found.objectVersionNumber,
        realName: found.realName,
        roleIds: found.roleIds,
        enabledFlag: 0,
      }),
      await who.send(callOf(user, 'edit'), {
        id: found.id,
        objectVersionNumber: found.objectVersionNumber,
        realName: found.realName,
        roleIds: [await roleWith([])],
      }),
      await who.send(endUserSessions, { id: found.id }),
      await who.send(callOf(user, 'delete'), { id: found.id }),
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
    const { access_token } = await operator.call(impersonate, {
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
    const { access_token } = await client.call(viewAsRole, { id: small })
    const looking = clientWith(app, access_token, mine.id)
    expect(await looking.call(self)).toMatchObject({
      impersonatedBy: '运营',
      viewedRole: 'r',
    })
  })
})
