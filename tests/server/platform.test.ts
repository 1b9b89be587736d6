import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { Client } from '#server/demo/client.ts'
import { clientWith, newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp({ liveBeat: 300 })
  mine = await newTenant(app)
})
afterAll(() => app.end())

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

describe('uploads', () => {
  async function upload(
    content: Buffer,
    name: string,
    fields: Record<string, string> = {},
    client = mine.admin,
  ) {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const encoded = new Response(form)
    return app.http.inject({
      method: 'POST',
      url: `/hfle/v1/${client.tenantId}/files/multipart`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': encoded.headers.get('content-type')!,
      },
    })
  }
  const picture = (format: 'jpeg' | 'png') =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#4a7' } })[format]()

  test('are encoded anew, without the place they were taken at, and answered as an address', async () => {
    const withPlace = await picture('jpeg')
      .withExif({ IFD3: { GPSLatitude: '22/1 57/1 0/1' }, IFD0: { Make: 'SECRETCAM' } })
      .toBuffer()
    expect(withPlace.includes('SECRETCAM')).toBe(true)
    const answer = await upload(withPlace, '../../基地 照片.jpg')
    expect([answer.statusCode, typeof answer.json()]).toEqual([200, 'string'])
    const stored = await new Client(app.http).send(`GET ${answer.json()}`)
    expect([
      stored.statusCode,
      stored.headers['content-type'],
      stored.rawPayload.includes('SECRETCAM'),
    ]).toEqual([200, 'image/jpeg', false])
    expect(stored.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const small = await new Client(app.http).send(
      `GET ${answer.json()}&resize=1&width=390&height=1`,
    )
    expect((await sharp(small.rawPayload).metadata()).width).toBeLessThanOrEqual(400)
  })

  test.each([
    [
      'an svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'x.svg',
      422,
    ],
    ['html called jpg', Buffer.from('<html><script>alert(1)</script></html>'), 'x.jpg', 422],
    ['a script behind a gif head', Buffer.from('GIF89a/*<script>*/=1'), 'x.gif', 422],
    [
      'a broken jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 1)]),
      'x.jpg',
      422,
    ],
    ['nothing', Buffer.alloc(0), 'x.png', 422],
    ['51 MB', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(51 * 1024 * 1024)]), 'x.pdf', 413],
  ])('refuse %s', async (_what, content, name, status) => {
    const answer = await upload(content, name)
    expect([answer.statusCode, answer.json().failed]).toEqual([status, true])
  })

  test('refuse a picture of more pixels than any camera has', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect((await upload(bomb, 'bomb.png')).statusCode).toBe(422)
  })

  test('are answered in parts to whoever plays them', async () => {
    const address = (
      await upload(
        Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(988, 7)]),
        'film.mp4',
      )
    ).json<string>()
    const part = async (range: string) => {
      const { statusCode, headers, rawPayload } = await mine.admin.send(
        `GET ${address}`,
        undefined,
        { range },
      )
      return [statusCode, headers['content-range'], rawPayload.length]
    }
    expect(await part('bytes=0-99')).toEqual([206, 'bytes 0-99/1000', 100])
    expect(await part('bytes=990-')).toEqual([206, 'bytes 990-999/1000', 10])
    expect(await part('bytes=-5')).toEqual([206, 'bytes 995-999/1000', 5])
    expect(await part('bytes=0-5000')).toEqual([206, 'bytes 0-999/1000', 1000])
    expect(await part('bytes=1000-')).toEqual([416, 'bytes */1000', 0])
    expect(await part('nonsense')).toEqual([200, undefined, 1000])
  })

  test('that are private need a session of their tenant', async () => {
    const attachmentUUID = '3f0b1c52-8a1e-4d6e-9c55-7a3f5be0c001'
    const answer = await upload(Buffer.from('%PDF-1.7 test'), '检测报告.pdf', {
      bucketName: 'private',
      attachmentUUID,
    })
    const signed = answer.json<string>()
    const address = signed.split('?')[0]!
    expect((await new Client(app.http).send(`GET ${address}`)).statusCode).toBe(401)
    expect((await (await newTenant(app)).admin.send(`GET ${address}`)).statusCode).toBe(404)
    const file = await mine.admin.send(`GET ${address}`)
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename*=UTF-8''${encodeURIComponent('检测报告.pdf')}`,
    ])
    expect(
      await mine.admin.call(`GET /hfle/v1/{tenant}/files/${attachmentUUID}/file`),
    ).toMatchObject([{ fileUrl: signed, fileName: '检测报告.pdf' }])
  })

  test('in somebody else’s path are nobody’s business', async () => {
    const theirs = await newTenant(app)
    expect(
      (
        await upload(
          await picture('png').toBuffer(),
          'x.png',
          {},
          clientWith(app, mine.admin.token, theirs.id),
        )
      ).statusCode,
    ).toBe(404)
    writeFileSync(join(app.filesDir, 'outside.txt'), 'x')
    for (const path of ['../outside.txt', '..%2foutside.txt', 'x'])
      expect([400, 404]).toContain(
        (await mine.admin.send(`GET /hfle/v1/{tenant}/files/content/${path}`)).statusCode,
      )
  })
})

describe('announcements', () => {
  test('are cleaned, published to readers, counted, read and withdrawn', async () => {
    const reader = await newMember(app, mine, [])
    const body = {
      title: '灌溉安排',
      noticeCategoryCode: 'ANNOUNCE',
      receiverTypeCode: 'ANNOUNCE',
      noticeBody:
        '<p onclick="x()">周一<script>alert(1)</script><a href="javascript:alert(1)">看</a><img src="https://evil/x.png"></p>',
    }
    const made = await mine.admin.call<{
      id: number
      noticeBody: string
      objectVersionNumber: number
    }>('POST /hmsg/v1/{tenant}/notices', body)
    expect(made.noticeBody).toBe('<p>周一<a rel="noopener noreferrer" target="_blank">看</a></p>')
    const count = async () =>
      Object.values(
        await reader.call<Record<string, number>>('GET /hmsg/v1/{tenant}/messages/user/count'),
      ).reduce((a, b) => a + b)
    const before = await count()
    await mine.admin.call(`POST /hmsg/v1/{tenant}/notices/${made.id}/publish`)
    expect(
      (await mine.admin.send(`POST /hmsg/v1/{tenant}/notices/${made.id}/publish`)).json().code,
    ).toBe('error.state')
    expect(
      (
        await mine.admin.send('PUT /hmsg/v1/{tenant}/notices', {
          ...body,
          id: made.id,
          objectVersionNumber: 2,
        })
      ).json().code,
    ).toBe('error.state')
    expect(await count()).toBe(before + 1)
    const list = (readFlag: string) =>
      reader.call<{ content: { id: number }[] }>('GET /hmsg/v1/{tenant}/notices/page-details', {
        page: '1',
        size: '0',
        statusCode: 'PUBLISHED',
        receiverTypeCode: 'ANNOUNCE',
        noticeCategoryCode: 'CLOUDSCIENTO',
        readFlag,
      })
    expect((await list('0')).content[0]).toMatchObject({
      id: made.id,
      readFlag: 0,
      title: '灌溉安排',
      noticeContent: { noticeBody: made.noticeBody },
    })
    expect(await reader.call(`GET /hmsg/v1/{tenant}/notices/${made.id}/read-flag`)).toMatchObject({
      readFlag: 1,
    })
    expect((await list('0')).content.map((n) => n.id)).not.toContain(made.id)
    await mine.admin.call(`POST /hmsg/v1/{tenant}/notices/${made.id}/withdraw`)
    expect(
      (await reader.send(`GET /hmsg/v1/{tenant}/notices/${made.id}/read-flag`)).statusCode,
    ).toBe(404)
    await reader.call('POST /hmsg/v1/{tenant}/messages/user/read-flag?readAll=2')
    expect(await count()).toBe(0)
  })
})

describe('the organisation tree', () => {
  test('never closes a circle, and keeps what stands below', async () => {
    const add = (name: string, parentId: number | null) =>
      mine.admin.call<{ id: number; objectVersionNumber: number }>(
        'POST /iam/v1/{tenant}/organization',
        { name, parentId },
      )
    const top = await add('总部', null)
    const middle = await add('生产部', top.id)
    const leaf = await add('一组', middle.id)
    const move = (
      id: number,
      parentId: number | null,
      objectVersionNumber = 1,
      beforeId: number | null = null,
    ) =>
      mine.admin.send(`POST /iam/v1/{tenant}/organization/${id}/move`, {
        parentId,
        beforeId,
        objectVersionNumber,
      })
    expect((await move(top.id, leaf.id)).json().fields).toEqual({
      parentId: '不能移动到自己的下级',
    })
    expect(
      (await mine.admin.send(`DELETE /iam/v1/{tenant}/organization/${middle.id}`)).json().code,
    ).toBe('organization.children')
    expect((await move(leaf.id, top.id, 1, middle.id)).statusCode).toBe(204)
    expect((await move(leaf.id, null)).json().code).toBe('error.optimistic_lock')
    const page = await mine.admin.call<{
      content: { id: number; parentId: number; sort: number }[]
    }>('GET /iam/v1/{tenant}/organization', { size: '0' })
    const below = page.content.filter((o) => o.parentId === top.id).map((o) => o.id)
    expect(below).toEqual([leaf.id, middle.id])
  })
})

test('the default base is kept, and another may become it', async () => {
  const tenant = await newTenant(app)
  const add = (areaName: string) =>
    tenant.admin.call<{ id: number; areaId: number }>('POST /wfpf/v1/{tenant}/area', {
      areaName,
      latlng: '22.96,113.34',
    })
  const [one, two] = [await add('一号基地'), await add('二号基地')]
  expect(one.areaId).toBe(one.id)
  const areas = () =>
    tenant.admin.call<{ content: { areaName: string; defaultFlag: number; areaCenter: string }[] }>(
      'GET /wfpf/v2/{tenant}/area',
      { page: '0', size: '0', organizationType: 'area' },
    )
  expect((await areas()).content.map((a) => [a.areaName, a.defaultFlag, a.areaCenter])).toEqual([
    ['二号基地', 0, '113.34,22.96'],
    ['一号基地', 1, '113.34,22.96'],
  ])
  expect(
    (await tenant.admin.send('DELETE /wfpf/v1/{tenant}/area', { areaId: one.id })).json().code,
  ).toBe('area.default')
  await tenant.admin.call('GET /wfpf/v2/{tenant}/area/default', { areaId: two.id })
  expect(
    (await tenant.admin.send('DELETE /wfpf/v1/{tenant}/area', { areaId: one.id })).statusCode,
  ).toBe(204)
})

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

test('lists stay as each person set them up', async () => {
  const person = await newMember(app, mine, [])
  const path = '/iam/v1/{tenant}/list-preferences'
  const settings = { hidden: ['enName'], density: 'small' }
  expect((await person.send(`PUT ${path}`, { screen: 'unit', settings })).statusCode).toBe(204)
  await person.send(`PUT ${path}`, { screen: 'unit', settings: { ...settings, hidden: [] } })
  expect(await person.call(`GET ${path}`)).toEqual([
    {
      screen: 'unit',
      settings: { hidden: [], order: [], pinned: [], widths: {}, density: 'small' },
    },
  ])
  expect(await mine.admin.call(`GET ${path}`)).toEqual([])
  expect((await person.send(`PUT ${path}`, { screen: 'nothing', settings })).statusCode).toBe(422)
  expect(
    (await person.send(`PUT ${path}`, { screen: 'unit', settings: { density: 'tiny' } }))
      .statusCode,
  ).toBe(400)
})

describe('the server', () => {
  test('says that it is ready, measures itself for loopback alone, and describes every call', async () => {
    const anyone = new Client(app.http)
    expect(await anyone.call('GET /readyz')).toMatchObject({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', disk: 'ok' },
    })
    expect((await anyone.send('GET /metrics')).body).toContain('furrow_http_request_seconds_bucket')
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
    const headers = (await mine.admin.send('GET /wfpf/v1/{tenant}/unit')).headers
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
        (await mine.admin.send('POST /wfpf/v1/{tenant}/unit', { code: 'x', name: `a${poison}` }))
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
      Array.from(
        { length: 30 },
        async () => (await noisy.send('GET /iam/stong/v1/users/self')).statusCode,
      ),
    )
    expect(statuses.filter((s) => s === 429).length).toBe(10)
    expect((await quiet.send('GET /iam/stong/v1/users/self')).statusCode).toBe(200)
    const answer = await noisy.send('GET /iam/stong/v1/users/self')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('counts a caller on all servers of the database together', async () => {
    const [one, two] = [await app.beside({ callLimit: 40 }), await app.beside({ callLimit: 40 })]
    const member = await newMember(app, mine, [])
    const on = async (server: App, times: number) =>
      (
        await Promise.all(
          Array.from({ length: times }, () =>
            clientWith(server, member.token, mine.id).send('GET /iam/stong/v1/users/self'),
          ),
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
    const page = await tenant.admin.call<{
      totalElements: number
      totalIsCut: boolean
      content: unknown[]
    }>('GET /wfpf/v1/{tenant}/unit', { page: '3', size: '10' })
    expect([page.totalElements, page.totalIsCut, page.content.length]).toEqual([10_000, true, 10])
    const all = await tenant.admin.call<{ content: unknown[] }>('GET /wfpf/v1/{tenant}/unit', {
      size: '0',
    })
    expect(all.content.length).toBe(2000)
  })

  test('keeps what it sealed from whoever has another secret', async () => {
    await app.account.seal.publicKey()
    const other = await app.beside({ secret: 'another secret' })
    await expect(other.account.seal.publicKey()).rejects.toThrow('FURROW_SECRET')
  })
})
