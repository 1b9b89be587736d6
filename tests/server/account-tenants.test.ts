import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { tenantScreens } from '#contract/account/tenant.ts'
import { role } from '#contract/system/role.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import {
  tenants,
  editTenant,
  savePlatformScreens,
  auditLog,
  impersonate,
  platformScreens,
} from '#contract/platform/platform-calls.ts'
import {
  selfTenants,
  selfTenantsPage,
  setDefaultTenant,
  switchTenant,
  self as selfCall,
  setRealName,
} from '#contract/account/self.ts'
import { clientWith, newOperator, newTenant } from './harness.ts'
import { app, mine, self, signIn, someone } from './account-ground.ts'

describe('tenants of a user', () => {
  test('are listed, switched with a new token, and remembered as default', async () => {
    const other = await newTenant(app, '第二农场')
    const person = await someone()
    await app.db.write(other.id, (tx) =>
      sql`insert into member (account_id) values (${person.accountId})`.execute(tx),
    )
    const { client } = await signIn(person.loginName)
    const old = client.token
    expect((await client.call(selfTenants)).map((t) => t.tenantId)).toEqual([mine.id, other.id])
    expect(await client.call(selfTenantsPage, { tenantName: '第二' })).toMatchObject({
      totalElements: 1,
      content: [{ tenantName: '第二农场' }],
    })
    await client.call(setDefaultTenant, { tenantId: other.id })
    const stranger = await newTenant(app)
    expect((await client.send(switchTenant, { tenantId: stranger.id })).statusCode).toBe(404)
    const { access_token } = await client.call(switchTenant, { tenantId: other.id })
    expect((await clientWith(app, old, mine.id).send(selfCall)).statusCode).toBe(401)
    client.token = access_token
    expect((await self(client)).tenantId).toBe(other.id)
    expect((await signIn(person.loginName)).client.tenantId).toBe(other.id)
  })

  test('close for everybody when the operator closes them', async () => {
    const tenant = await newTenant(app)
    const operator = await newOperator(app)
    const [row] = (await operator.call(tenants, { size: 0 })).content.filter(
      (t) => t.id === tenant.id,
    )
    const edit = (more: object) =>
      operator.call(editTenant, {
        id: row!.id,
        tenantName: row!.tenantName,
        enabledFlag: 1,
        subModules: row!.subModules,
        objectVersionNumber: row!.objectVersionNumber,
        ...more,
      })
    const narrowed = await edit({ subModules: ['wfpf-company'] })
    expect((await tenant.admin.send(callOf(unit, 'list'))).statusCode).toBe(403)
    await edit({ enabledFlag: 0, objectVersionNumber: narrowed.objectVersionNumber })
    expect((await tenant.admin.send(callOf(role, 'list'))).statusCode).toBe(404)
  })

  test('get their visual screens from the operator, who can send nobody into a script', async () => {
    const operator = await newOperator(app)
    const screens = [
      { screenName: '指挥大屏', screenAddress: 'https://screen.example/1', screenType: 1 as const },
      { screenName: '总览', screenAddress: '/web/farm/base', screenType: 2 as const },
    ]
    expect((await operator.send(savePlatformScreens, { id: mine.id, screens })).statusCode).toBe(
      204,
    )
    expect(await operator.call(platformScreens, { id: mine.id })).toEqual(
      screens.map((one) => ({ ...one, screenImage: null })),
    )
    expect(await mine.admin.call(tenantScreens)).toMatchObject(screens)
    expect(await (await newTenant(app)).admin.call(tenantScreens)).toEqual([])
    for (const screenAddress of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//elsewhere.example',
      '/\\elsewhere',
      'ftp://x',
      '',
    ]) {
      expect(
        (
          await operator.send(savePlatformScreens, {
            id: mine.id,
            screens: [{ ...screens[0]!, screenAddress }],
          })
        ).statusCode,
        screenAddress,
      ).toBe(400)
    }
    expect(
      (await operator.send(savePlatformScreens, untyped({ id: 999999999, screens }))).statusCode,
    ).toBe(404)
    expect((await mine.admin.send(savePlatformScreens, { id: mine.id, screens })).statusCode).toBe(
      403,
    )
    expect(
      (
        await mine.admin.call(auditLog, {
          action: 'screens',
        })
      ).content,
    ).toHaveLength(1)
  })

  test('are helped by an operator who acts in a member’s place, visibly and for a reason', async () => {
    const operator = await newOperator(app)
    const person = await someone()
    expect(
      (
        await operator.send(impersonate, {
          tenantId: mine.id,
          userId: person.accountId,
          reason: '',
        })
      ).statusCode,
    ).toBe(400)
    const { access_token } = await operator.call(impersonate, {
      tenantId: mine.id,
      userId: person.accountId,
      reason: '协助排查菜单问题',
    })
    const acting = clientWith(app, access_token, mine.id)
    expect(await self(acting)).toMatchObject({
      id: person.accountId,
      impersonatedBy: '运营',
      admin: false,
    })
    expect((await acting.send(setRealName, { realName: '别人' })).statusCode).toBe(403)
    expect((await acting.send(tenants)).statusCode).toBe(403)
    const log = await mine.admin.call(auditLog, { action: 'impersonate' })
    expect(log.content[0]).toMatchObject({
      impersonator: '运营',
      after: { reason: '协助排查菜单问题' },
    })
  })
})
