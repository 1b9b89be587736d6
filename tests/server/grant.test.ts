import { describe, expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { lastingCodes } from '#contract/lasting.ts'
import { user } from '#contract/system/user.ts'
import { self } from '#contract/account/self.ts'
import { impersonate } from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { viewAsRole, endUserSessions } from '#contract/system/permission-calls.ts'
import { clientWith, newMember, newOperator } from './harness.ts'
import { administrators, app, issue, mine, person, roleWith } from './grant-ground.ts'
import { beside, power, reached, world } from './grant-search.ts'
import { isWhole, partOf, setsOf, walk } from './grant-sets.ts'

describe('rights', () => {
  test.each([
    ['sees all of the tenant', 'whole'],
    ['sees one base', 'areas'],
    ['sees what their part of the organisation runs', 'organization'],
  ] as const)(
    'no sequence of calls leads beyond what was held, from any of these sets, for who %s',
    { timeout: isWhole ? 7_200_000 : 400_000 },
    async (_who, limit) => {
      const all = setsOf(limit)
      expect(all.length).toBeGreaterThan(10)
      expect(await walk(limit, partOf(all))).toEqual([])
    },
  )
  test('parts of them are all of them, each once', () => {
    const all = setsOf('whole')
    const parts = ['1/3', '2/3', '3/3'].map((part) => partOf(all, part))
    expect(parts.flat().toSorted()).toEqual(all.toSorted())
    expect(Math.max(...parts.map(({ length }) => length)) * 3 - all.length).toBeLessThan(3)
    for (const wrong of ['0/3', '4/3', '2', 'x']) expect(() => partOf(all, wrong)).toThrow(wrong)
  })

  test(
    'an administrator may all of it, and the search finds that',
    { timeout: 120_000 },
    async () => {
      const place = await world([])
      const { tenant, attacker } = place
      const found = await person(attacker, tenant)
      await tenant.admin.call(callOf(user, 'edit'), {
        id: found.id,
        objectVersionNumber: found.objectVersionNumber,
        realName: found.realName,
        roleIds: [await administrators(tenant)],
      })
      expect((await reached(place)).size).toBeGreaterThan(power.length)
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
