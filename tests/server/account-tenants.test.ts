import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tokens } from '#contract/account/sign-in.ts'
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
    expect(
      (await client.call<{ tenantId: number }[]>('GET /iam/stong/v1/users/self-tenants')).map(
        (t) => t.tenantId,
      ),
    ).toEqual([mine.id, other.id])
    expect(
      await client.call('GET /iam/stong/v1/users/self-tenants/page', { tenantName: '第二' }),
    ).toMatchObject({ totalElements: 1, content: [{ tenantName: '第二农场' }] })
    await client.call('PUT /iam/stong/v1/users/default-tenant', { tenantId: other.id })
    const stranger = await newTenant(app)
    expect(
      (await client.send('PUT /iam/v1/users/tenant-id', { tenantId: stranger.id })).statusCode,
    ).toBe(404)
    const { access_token } = await client.call<Tokens>(
      `PUT /iam/v1/users/tenant-id?tenantId=${other.id}`,
    )
    expect(
      (await clientWith(app, old, mine.id).send('GET /iam/stong/v1/users/self')).statusCode,
    ).toBe(401)
    client.token = access_token
    expect((await self(client)).tenantId).toBe(other.id)
    expect((await signIn(person.loginName)).client.tenantId).toBe(other.id)
  })

  test('close for everybody when the operator closes them', async () => {
    const tenant = await newTenant(app)
    const operator = await newOperator(app)
    const [row] = (
      await operator.call<{
        content: {
          id: number
          tenantName: string
          subModules: string[]
          objectVersionNumber: number
        }[]
      }>('GET /iam/v1/platform/tenants', { size: '0' })
    ).content.filter((t) => t.id === tenant.id)
    const edit = (more: object) =>
      operator.call<{ objectVersionNumber: number }>('PUT /iam/v1/platform/tenants', {
        id: row!.id,
        tenantName: row!.tenantName,
        enabledFlag: 1,
        subModules: row!.subModules,
        objectVersionNumber: row!.objectVersionNumber,
        ...more,
      })
    const narrowed = await edit({ subModules: ['wfpf-company'] })
    expect((await tenant.admin.send('GET /wfpf/v1/{tenant}/unit')).statusCode).toBe(403)
    await edit({ enabledFlag: 0, objectVersionNumber: narrowed.objectVersionNumber })
    expect((await tenant.admin.send('GET /iam/v1/{tenant}/roles')).statusCode).toBe(404)
  })

  test('get their visual screens from the operator, who can send nobody into a script', async () => {
    const operator = await newOperator(app)
    const path = `/iam/v1/platform/tenants/${mine.id}/screens`
    const screens = [
      { screenName: '指挥大屏', screenAddress: 'https://screen.example/1', screenType: 1 },
      { screenName: '总览', screenAddress: '/web/farm/base', screenType: 2 },
    ]
    expect((await operator.send(`PUT ${path}`, { screens })).statusCode).toBe(204)
    expect(await operator.call(`GET ${path}`)).toEqual(screens)
    expect(await mine.admin.call('GET /wfpf/v1/{tenant}/tenant-screen')).toMatchObject(screens)
    expect(await (await newTenant(app)).admin.call('GET /wfpf/v1/{tenant}/tenant-screen')).toEqual(
      [],
    )
    for (const screenAddress of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//elsewhere.example',
      '/\\elsewhere',
      'ftp://x',
      '',
    ]) {
      expect(
        (await operator.send(`PUT ${path}`, { screens: [{ ...screens[0], screenAddress }] }))
          .statusCode,
        screenAddress,
      ).toBe(400)
    }
    expect(
      (await operator.send('PUT /iam/v1/platform/tenants/999999999/screens', { screens }))
        .statusCode,
    ).toBe(404)
    expect((await mine.admin.send(`PUT ${path}`, { screens })).statusCode).toBe(403)
    expect(
      (
        await mine.admin.call<{ content: object[] }>('GET /iam/v1/{tenant}/audit', {
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
        await operator.send('POST /iam/v1/platform/impersonate', {
          tenantId: mine.id,
          userId: person.accountId,
          reason: '',
        })
      ).statusCode,
    ).toBe(400)
    const { access_token } = await operator.call<Tokens>('POST /iam/v1/platform/impersonate', {
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
    expect(
      (await acting.send('PUT /iam/stong/v1/users/real-name', { realName: '别人' })).statusCode,
    ).toBe(403)
    expect((await acting.send('GET /iam/v1/platform/tenants')).statusCode).toBe(403)
    const log = await mine.admin.call<{
      content: { action: string; impersonator: string; after: { reason: string } }[]
    }>('GET /iam/v1/{tenant}/audit', { action: 'impersonate' })
    expect(log.content[0]).toMatchObject({
      impersonator: '运营',
      after: { reason: '协助排查菜单问题' },
    })
  })
})
