import { describe, expect, test } from 'vitest'
import { clientWith, newMember } from './harness.ts'
import { oneFarm } from './ground.ts'

const { app, mine } = await oneFarm({ liveBeat: 300 })

describe('permissions', () => {
  const unit = 'wfpf.inventory.base.unit'
  test('are answered code by code, matched exactly', async () => {
    const member = await newMember(app, mine, [unit])
    expect(
      await member.call('POST /iam/stong/v1/menus/check-resources', [
        unit,
        `${unit}.ps.create`,
        'unit',
        '',
      ]),
    ).toEqual([
      { code: unit, approve: true, controllerType: null },
      { code: `${unit}.ps.create`, approve: false, controllerType: 'hidden' },
      { code: 'unit', approve: false, controllerType: 'hidden' },
      { code: '', approve: false, controllerType: 'hidden' },
    ])
    expect(await member.call('POST /iam/stong/v1/menus/check-resources', [])).toEqual([])
  })

  test('make the menu: only what may be opened, in the language asked for', async () => {
    const member = await newMember(app, mine, [unit])
    const routes = async (subModule: string, lang = 'zh-CN') =>
      (
        await member.call<{ name: string; route: string }[]>('GET /iam/stong/v1/menus/role', {
          subModule,
          lang,
        })
      ).map((m) => [m.route, m.name])
    expect(await routes('wfpf-inventory')).toEqual([['/inventory/base/unit', '单位']])
    expect(await routes('wfpf-inventory', 'en_US')).toEqual([['/inventory/base/unit', 'Units']])
    expect(await routes('wfpf-company')).toEqual([])
    const tree = await member.call<
      { code: string; children: { children: { route: string }[] }[] }[]
    >('GET /iam/stong/v1/menus/tree')
    expect(tree.map((m) => m.code)).toEqual(['wfpf-farm', 'wfpf-inventory'])
    expect(
      (await member.call<{ code: string }[]>('GET /iam/v1/{tenant}/sub-module/self')).map(
        (m) => m.code,
      ),
    ).toEqual(['wfpf-farm', 'wfpf-inventory'])
  })

  test('given or taken count from the next call on, on every server of the database', async () => {
    const beside = await app.beside()
    const member = await newMember(app, mine, [])
    const there = clientWith(beside, member.token, mine.id)
    expect((await there.send('GET /wfpf/v1/{tenant}/unit')).statusCode).toBe(403)
    const users = await mine.admin.call<{ content: { roleIds: number[] }[] }>(
      'GET /iam/v1/{tenant}/users',
      { loginName: member.loginName },
    )
    const [role] = users.content[0]!.roleIds
    const before = await mine.admin.call<{ codes: string[]; objectVersionNumber: number }>(
      `GET /iam/v1/{tenant}/roles/${role}/permissions`,
    )
    const after = await mine.admin.call<{ objectVersionNumber: number }>(
      `PUT /iam/v1/{tenant}/roles/${role}/permissions`,
      { codes: [unit], objectVersionNumber: before.objectVersionNumber },
    )
    expect((await there.send('GET /wfpf/v1/{tenant}/unit')).statusCode).toBe(200)
    await mine.admin.call(`PUT /iam/v1/{tenant}/roles/${role}/permissions`, {
      codes: [],
      objectVersionNumber: after.objectVersionNumber,
    })
    expect((await there.send('GET /wfpf/v1/{tenant}/unit')).json()).toMatchObject({
      code: 'error.permission.mismatch',
      missing: expect.arrayContaining([unit]),
    })
  })

  test('can be looked at as a role sees them, and nothing can be changed meanwhile', async () => {
    const made = await mine.admin.call<{ id: number }>('POST /iam/v1/{tenant}/roles', {
      code: 'look',
      name: '看的人',
    })
    await mine.admin.call(`PUT /iam/v1/{tenant}/roles/${made.id}/permissions`, {
      codes: [unit, `${unit}.ps.create`],
      objectVersionNumber: 1,
    })
    const { access_token } = await mine.admin.call<{ access_token: string }>(
      `POST /iam/v1/{tenant}/roles/${made.id}/view-as`,
    )
    const viewing = clientWith(app, access_token, mine.id)
    expect(await viewing.call('GET /iam/stong/v1/users/self')).toMatchObject({
      viewedRole: '看的人',
      id: mine.adminAccount,
    })
    expect(
      await viewing.call('POST /iam/stong/v1/menus/check-resources', [
        unit,
        'wfpf.company.system.role',
      ]),
    ).toMatchObject([{ approve: true }, { approve: false }])
    expect((await viewing.send('GET /wfpf/v1/{tenant}/unit')).statusCode).toBe(200)
    for (const [call, body] of [
      ['POST /wfpf/v1/{tenant}/unit', { code: 'a', name: 'b' }],
      ['PUT /iam/stong/v1/users/real-name', { realName: '别人' }],
      ['POST /wfpf/v1/{tenant}/corporation/domain/verify', {}],
    ] as const) {
      expect([call, (await viewing.send(call, body)).json().code]).toEqual([call, 'role.viewing'])
    }
  })

  test('cannot be granted beyond the tenant’s modules, nor taken from the last administrator', async () => {
    const roles = await mine.admin.call<{
      content: {
        id: number
        builtinFlag: number
        objectVersionNumber: number
        code: string
        name: string
      }[]
    }>('GET /iam/v1/{tenant}/roles', { code: 'admin' })
    const builtin = roles.content.find((r) => r.builtinFlag === 1)!
    expect(
      (
        await mine.admin.send(`PUT /iam/v1/{tenant}/roles/${builtin.id}/permissions`, {
          codes: [],
          objectVersionNumber: builtin.objectVersionNumber,
        })
      ).json().code,
    ).toBe('role.builtin')
    const copy = await mine.admin.call<{ id: number }>(
      `POST /iam/v1/{tenant}/roles/${builtin.id}/copy`,
      { code: 'copied', name: '复制' },
    )
    expect(
      (
        await mine.admin.send(`PUT /iam/v1/{tenant}/roles/${copy.id}/permissions`, {
          codes: ['wfpf.operation.everything'],
          objectVersionNumber: 1,
        })
      ).json().code,
    ).toBe('role.beyond')
    const users = await mine.admin.call<{
      content: { id: number; objectVersionNumber: number; realName: string; roleIds: number[] }[]
    }>('GET /iam/v1/{tenant}/users', { size: '0' })
    const self = users.content.find((u) => u.roleIds.includes(builtin.id))!
    const demoted = await mine.admin.send('PUT /iam/v1/{tenant}/users', {
      id: self.id,
      objectVersionNumber: self.objectVersionNumber,
      realName: self.realName,
      roleIds: [copy.id],
    })
    expect(demoted.json().code).toBe('role.last_admin')
    expect((await mine.admin.send(`DELETE /iam/v1/{tenant}/users/${self.id}`)).json().code).toBe(
      'user.self',
    )
    expect(
      await mine.admin.call('GET /iam/v1/{tenant}/permissions/granters', { code: unit }),
    ).toMatchObject({ realNames: [self.realName] })
  })
})
