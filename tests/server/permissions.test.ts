import { verifyDomain } from '#contract/account/tenant.ts'
import { describe, expect, test } from 'vitest'
import { checkResources, menusOfRole, menuTree, ownSubModules } from '#contract/account/menus.ts'
import { unit as unitEntity } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { user } from '#contract/system/user.ts'
import {
  rolePermissions,
  assignPermissions,
  viewAsRole,
  copyRole,
  whoCanGrant,
} from '#contract/system/permission-calls.ts'
import { role as roleEntity } from '#contract/system/role.ts'
import { self as selfCall, setRealName } from '#contract/account/self.ts'
import { clientWith, newMember, question } from './harness.ts'
import { oneFarm } from './ground.ts'

const { app, mine } = await oneFarm({ liveBeat: 300 })

describe('permissions', () => {
  const unit = 'wfpf.inventory.base.unit'
  test('are answered code by code, matched exactly', async () => {
    const member = await newMember(app, mine, [unit])
    expect(await member.call(checkResources, [unit, `${unit}.ps.create`, 'unit', ''])).toEqual([
      { code: unit, approve: true, controllerType: null },
      { code: `${unit}.ps.create`, approve: false, controllerType: 'hidden' },
      { code: 'unit', approve: false, controllerType: 'hidden' },
      { code: '', approve: false, controllerType: 'hidden' },
    ])
    expect(await member.call(checkResources, [])).toEqual([])
  })

  test('make the menu: only what may be opened, in the language asked for', async () => {
    const member = await newMember(app, mine, [unit])
    const routes = async (subModule: string, lang = 'zh-CN') =>
      (
        await member.call(menusOfRole, {
          subModule,
          lang,
        })
      ).map((m) => [m.route, m.name])
    expect(await routes('wfpf-inventory')).toEqual([['/inventory/base/unit', '单位']])
    expect(await routes('wfpf-inventory', 'en_US')).toEqual([['/inventory/base/unit', 'Units']])
    expect(await routes('wfpf-company')).toEqual([])
    const tree = await member.call(menuTree)
    expect(tree.map((m) => m.code)).toEqual(['wfpf-farm', 'wfpf-inventory'])
    expect((await member.call(ownSubModules)).map((m) => m.code)).toEqual([
      'wfpf-farm',
      'wfpf-inventory',
    ])
  })

  test('given or taken count from the next call on, on every server of the database', async () => {
    const beside = await app.beside()
    const member = await newMember(app, mine, [])
    const there = clientWith(beside, member.token, mine.id)
    expect((await there.send(callOf(unitEntity, 'list'))).statusCode).toBe(403)
    const users = await mine.admin.call(callOf(user, 'list'), { loginName: member.loginName })
    const role = users.content[0]!.roleIds![0]!
    const before = await mine.admin.call(rolePermissions, { id: role })
    const after = await mine.admin.call(assignPermissions, {
      id: role,
      codes: [unit],
      objectVersionNumber: before.objectVersionNumber,
    })
    expect((await there.send(callOf(unitEntity, 'list'))).statusCode).toBe(200)
    await mine.admin.call(assignPermissions, {
      id: role,
      codes: [],
      objectVersionNumber: after.objectVersionNumber,
    })
    expect((await there.send(callOf(unitEntity, 'list'))).json()).toMatchObject({
      code: 'error.permission.mismatch',
      missing: expect.arrayContaining([unit]),
    })
  })

  test('can be looked at as a role sees them, and nothing can be changed meanwhile', async () => {
    const made = await mine.admin.call(callOf(roleEntity, 'create'), {
      code: 'look',
      name: '看的人',
    })
    await mine.admin.call(assignPermissions, {
      id: made.id,
      codes: [unit, `${unit}.ps.create`],
      objectVersionNumber: 1,
    })
    const { access_token } = await mine.admin.call(viewAsRole, { id: made.id })
    const viewing = clientWith(app, access_token, mine.id)
    expect(await viewing.call(selfCall)).toMatchObject({
      viewedRole: '看的人',
      id: mine.adminAccount,
    })
    expect(await viewing.call(checkResources, [unit, 'wfpf.company.system.role'])).toMatchObject([
      { approve: true },
      { approve: false },
    ])
    expect((await viewing.send(callOf(unitEntity, 'list'))).statusCode).toBe(200)
    for (const { endpoint, sentBy } of [
      question(callOf(unitEntity, 'create'), { code: 'a', name: 'b' }),
      question(setRealName, { realName: '别人' }),
      question(verifyDomain, {}),
    ])
      expect([endpoint, (await sentBy(viewing)).json().code]).toEqual([endpoint, 'role.viewing'])
  })

  test('cannot be granted beyond the tenant’s modules, nor taken from the last administrator', async () => {
    const roles = await mine.admin.call(callOf(roleEntity, 'list'), { code: 'admin' })
    const builtin = roles.content.find((r) => r.builtinFlag === 1)!
    expect(
      (
        await mine.admin.send(assignPermissions, {
          id: builtin.id,
          codes: [],
          objectVersionNumber: builtin.objectVersionNumber,
        })
      ).json().code,
    ).toBe('role.builtin')
    const copy = await mine.admin.call(copyRole, { id: builtin.id, code: 'copied', name: '复制' })
    expect(
      (
        await mine.admin.send(assignPermissions, {
          id: copy.id,
          codes: ['wfpf.operation.everything'],
          objectVersionNumber: 1,
        })
      ).json().code,
    ).toBe('role.beyond')
    const users = await mine.admin.call(callOf(user, 'list'), { size: 0 })
    const self = users.content.find((u) => u.roleIds.includes(builtin.id))!
    const demoted = await mine.admin.send(callOf(user, 'edit'), {
      id: self.id,
      objectVersionNumber: self.objectVersionNumber,
      realName: self.realName,
      roleIds: [copy.id],
    })
    expect(demoted.json().code).toBe('role.last_admin')
    expect((await mine.admin.send(callOf(user, 'delete'), { id: self.id })).json().code).toBe(
      'user.self',
    )
    expect(await mine.admin.call(whoCanGrant, { code: unit })).toMatchObject({
      realNames: [self.realName],
    })
  })
})
