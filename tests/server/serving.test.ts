import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { unit } from '#contract/inventory/unit.ts'
import { callOf } from '#contract/entity-calls.ts'
import { self } from '#contract/account/self.ts'
import type { App } from '#server/app.ts'
import { Client } from '#server/demo/client.ts'
import { clientWith, newMember, newTenant } from './harness.ts'
import { oneFarm } from './ground.ts'

const { app, mine } = await oneFarm({ liveBeat: 300 })

/** The specification's calls of the modules that are built. */
const specified =
  `POST /oauth/oauth/token · POST /oauth/token/logout · GET /oauth/login/user-params · GET /oauth/public/captcha-code
POST /oauth/public/send-phone-captcha-always · POST /wfpf/v1/tenant/register · GET /iam/stong/v1/users/self · GET /iam/stong/v1/users/self-tenants
GET /iam/stong/v1/users/self-tenants/page · PUT /iam/stong/v1/users/default-tenant · PUT /iam/v1/users/tenant-id · PUT /iam/stong/v1/users/real-name
PUT /iam/stong/v1/users/password · PUT /iam/stong/v1/users/avatar · GET /iam/stong/v1/menus/role · POST /iam/stong/v1/menus/check-resources
GET /iam/stong/v1/menus/tree · GET /iam/v1/{tenant}/sub-module · GET /iam/v1/{tenant}/sub-module/self · GET /wfpf/v1/{tenant}/tenant/domain
GET /wfpf/v1/{tenant}/tenant-screen · GET /wfpf/v1/{tenant}/menu-theme · POST /wfpf/v1/{tenant}/menu-theme · POST /wfpf/v1/{tenant}/menu-theme/{id}
POST /wfpf/v1/{tenant}/tenant/novice/check · POST /wfpf/v1/{tenant}/tenant/novice/unlock · GET /wfpf/v2/{tenant}/area · POST /wfpf/v1/{tenant}/area
GET /wfpf/v1/{tenant}/area/{id} · PUT /wfpf/v1/{tenant}/area · DELETE /wfpf/v1/{tenant}/area · GET /wfpf/v2/{tenant}/area/default · GET /wfpf/v1/{tenant}/area/admin
GET /wfpf/v1/{tenant}/land · GET /wfpf/v1/{tenant}/land/{id} · GET /hmsg/v1/{tenant}/notices/page-details · GET /hmsg/v1/{tenant}/notices/{id}/read-flag
GET /hmsg/v1/{tenant}/messages/user/count · POST /hmsg/v1/{tenant}/messages/user/read-flag · GET /hmsg/v1/{tenant}/messages/user/{id}
GET /hmsg/v1/{tenant}/messages/user · GET /hfle/v1/{tenant}/files/{id}/file`.split(/ · |\n/)

describe('the server', () => {
  test('says that it is ready, measures itself for loopback alone, and describes every call', async () => {
    const anyone = new Client(app.http)
    expect(await anyone.call('GET /readyz')).toMatchObject({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', disk: 'ok' },
    })
    // a process that has answered nothing yet has nothing to measure
    await expect
      .poll(async () => (await anyone.send('GET /metrics')).body)
      .toContain('furrow_http_request_seconds_bucket')
    expect(
      (await anyone.send('GET /metrics', undefined, { 'x-forwarded-for': '10.0.0.9' })).statusCode,
    ).toBe(404)
    const document = await anyone.call<{ paths: Record<string, Record<string, unknown>> }>(
      'GET /api/docs/json',
    )
    const served = app.served.map((call) => call.endpoint as string)
    expect(specified.filter((endpoint) => !served.includes(endpoint))).toEqual([])
    for (const endpoint of served) {
      const [method, path] = endpoint.split(' ') as [string, string]
      expect([endpoint, document.paths[path]?.[method.toLowerCase()] !== undefined]).toEqual([
        endpoint,
        true,
      ])
    }
  })

  test('answers every failure in one shape, with the request’s id, and hides nothing behind a page', async () => {
    const answer = await mine.admin.send('GET /wfpf/v1/{tenant}/nothing', undefined, {
      'x-request-id': 'trace-12345678',
    })
    expect(answer.headers['x-request-id']).toBe('trace-12345678')
    expect(answer.json()).toEqual({
      failed: true,
      code: 'error.not_found',
      message: '记录不存在或已被删除',
      type: 'warn',
      requestId: 'trace-12345678',
    })
    expect(
      (
        await app.http.inject({
          method: 'POST',
          url: `/wfpf/v1/${mine.id}/unit`,
          payload: '{"a":',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${mine.admin.token}`,
          },
        })
      ).json(),
    ).toMatchObject({ failed: true, code: 'error.data_invalid' })
    const headers = (await mine.admin.send(callOf(unit, 'list'))).headers
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(String(headers['content-security-policy'])).toMatch(
      /script-src 'self' 'wasm-unsafe-eval';.*object-src 'none';base-uri 'none'/,
    )
    for (const poison of ['\u0000', '\ud800'])
      expect(
        (await mine.admin.send(callOf(unit, 'create'), { code: 'x', name: `a${poison}` }))
          .statusCode,
      ).toBe(400)
  })

  test('slows a caller down who asks too much, and no other', async () => {
    const limited = await app.beside({ callLimit: 20 })
    const [noisy, quiet] = [
      clientWith(limited, mine.admin.token, mine.id),
      clientWith(limited, (await newMember(app, mine, [])).token, mine.id),
    ]
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await noisy.send(self)).statusCode),
    )
    expect(statuses.filter((s) => s === 429).length).toBe(10)
    expect((await quiet.send(self)).statusCode).toBe(200)
    const answer = await noisy.send(self)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('counts a caller on all servers of the database together', async () => {
    const [one, two] = [await app.beside({ callLimit: 40 }), await app.beside({ callLimit: 40 })]
    const member = await newMember(app, mine, [])
    const on = async (server: App, times: number) =>
      (
        await Promise.all(
          Array.from({ length: times }, () => clientWith(server, member.token, mine.id).send(self)),
        )
      ).map((a) => a.statusCode)
    expect(new Set(await on(one, 35))).toEqual(new Set([200]))
    await wait(1500)
    expect((await on(two, 10)).filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  test('counts a long list only as far as anybody reads', async () => {
    const tenant = await newTenant(app)
    await app.db.write(tenant.id, (tx) =>
      sql`insert into unit (code, name) select 'c' || n, '单位' from generate_series(1, 12000) n`.execute(
        tx,
      ),
    )
    const page = await tenant.admin.call(callOf(unit, 'list'), { page: 3, size: 10 })
    expect([page.totalElements, page.totalIsCut, page.content.length]).toEqual([10_000, true, 10])
    const all = await tenant.admin.call(callOf(unit, 'list'), { size: 0 })
    expect(all.content.length).toBe(2000)
  })

  test('keeps what it sealed from whoever has another secret', async () => {
    await app.account.seal.publicKey()
    const other = await app.beside({ secret: 'another secret' })
    await expect(other.account.seal.publicKey()).rejects.toThrow('FURROW_SECRET')
  })
})
