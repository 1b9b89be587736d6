import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SelfUser } from '#contract/account/self.ts'
import type { Tokens } from '#contract/account/sign-in.ts'
import { row, rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { setupCodeOf } from '#server/engines/account/setup-code.ts'
import { oneFarm } from './ground.ts'
import {
  clientWith,
  newMember,
  newOperator,
  newTenant,
  password,
  startApp,
  unique,
} from './harness.ts'

const { app, mine } = await oneFarm()

const form = async (
  client: Client,
  username: string,
  secret: string,
  more: Record<string, string> = {},
) =>
  client.send(
    'POST /oauth/oauth/token',
    new URLSearchParams({
      grant_type: 'password',
      username,
      password: await client.seal(secret),
      ...more,
    }),
  )
const self = (client: Client) => client.call<SelfUser>('GET /iam/stong/v1/users/self')
const renew = (client: Client, refresh_token: string) =>
  client.send(
    'POST /oauth/oauth/token',
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
  )
const signIn = async (loginName: string, secret = password) => {
  const client = new Client(app.http)
  const answer = await form(client, loginName, secret)
  expect(answer.statusCode).toBe(200)
  const tokens = answer.json<Tokens>()
  client.token = tokens.access_token
  client.tenantId = (await self(client)).tenantId
  return { client, tokens }
}
const someone = () => newMember(app, mine, [])

describe('signing in', () => {
  test('answers tokens for the right password, and the user behind them', async () => {
    const { loginName } = await someone()
    const { client, tokens } = await signIn(loginName)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    expect(await self(client)).toMatchObject({
      loginName,
      tenantId: mine.id,
      language: 'zh-CN',
      admin: false,
    })
  })

  test('looks the same for a wrong password and an unknown name', async () => {
    const { loginName } = await someone()
    const client = new Client(app.http)
    const [wrong, unknown] = [
      await form(client, loginName, 'Wrong2026'),
      await form(client, unique('nobody'), 'Wrong2026'),
    ]
    for (const answer of [wrong, unknown])
      expect([answer.statusCode, answer.json().code]).toEqual([
        401,
        'hoth.warn.usernameNotFoundOrPasswordIsWrong',
      ])
    expect(wrong.json().message).toBe('用户名或密码错误')
  })

  test('asks for a captcha after three failures, and only then', async () => {
    const { loginName } = await someone()
    const client = new Client(app.http)
    const needs = async () =>
      (
        await client.call<{ isNeedCaptcha: boolean }>('GET /oauth/login/user-params', {
          username: loginName,
        })
      ).isNeedCaptcha
    expect(await needs()).toBe(false)
    for (let i = 0; i < 3; i++) await form(client, loginName, 'Wrong2026')
    expect(await needs()).toBe(true)
    expect((await form(client, loginName, password)).json().code).toBe('hoth.warn.captchaNull')
    const { captchaKey } = await client.call<{ captchaKey: string }>(
      'GET /oauth/public/captcha-code',
    )
    const picture = await client.send(`GET /oauth/public/captcha/${captchaKey}`)
    expect([picture.headers['content-type'], picture.rawPayload.length > 500]).toEqual([
      'image/png',
      true,
    ])
    expect(
      (await form(client, loginName, password, { captchaKey, captcha: '????' })).json().code,
    ).toBe('hoth.warn.captchaWrong')
    // One try a picture: the right answer comes too late now.
    const solve = async () => {
      const { captchaKey: key } = await client.call<{ captchaKey: string }>(
        'GET /oauth/public/captcha-code',
      )
      const found = await app.db.platform((tx) =>
        row<{ answer: string }>(tx, sql`select answer from captcha where key = ${key}`),
      )
      return { captchaKey: key, captcha: found!.answer.toUpperCase() }
    }
    const solved = await solve()
    expect((await form(client, loginName, password, solved)).statusCode).toBe(200)
    expect(await needs()).toBe(false)
  })

  test('slows guessing down, by name and address, and tells how long to wait', async () => {
    const { loginName } = await someone()
    const client = new Client(app.http)
    await app.db.platform((tx) =>
      sql`insert into attempt (key, failures, blocked_until)
        values (${`pair:${loginName}|127.0.0.1`}, 9, now() + interval '80 seconds')`.execute(tx),
    )
    const answer = await form(client, loginName, password)
    expect([
      answer.statusCode,
      answer.json().code,
      Number(answer.headers['retry-after']) > 60,
    ]).toEqual([429, 'hoth.warn.loginErrorMaxTimes', true])
  })

  test('takes a sealed password once, fresh and unforged', async () => {
    const { loginName } = await someone()
    const client = new Client(app.http)
    const body = new URLSearchParams({
      grant_type: 'password',
      username: loginName,
      password: await client.seal(password),
    })
    expect((await client.send('POST /oauth/oauth/token', body)).statusCode).toBe(200)
    expect((await client.send('POST /oauth/oauth/token', body)).json().code).toBe(
      'hoth.warn.decodePasswordError',
    )
    const { publicKey } = await client.call<{ publicKey: string }>('GET /oauth/public/password-key')
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      type: 'spki',
      format: 'der',
    })
    const seal = (text: string) =>
      publicEncrypt(
        { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(text),
      ).toString('base64')
    const forged = [
      seal(`${Date.now().toString(36)}.abc.def:${password}`),
      seal(password),
      seal(`${app.account.seal.nonce(Date.now() - 600_000)}:${password}`),
      'A'.repeat(344),
      'A'.repeat(40),
    ]
    for (const sealed of forged) {
      const answer = await client.send(
        'POST /oauth/oauth/token',
        new URLSearchParams({ grant_type: 'password', username: loginName, password: sealed }),
      )
      expect([answer.statusCode, answer.json().code]).toEqual([
        401,
        'hoth.warn.decodePasswordError',
      ])
    }
  })

  test('keeps only argon2id hashes of passwords and hashes of tokens', async () => {
    const { loginName } = await someone()
    const { tokens } = await signIn(loginName)
    const stored = await app.db.platform((tx) =>
      rows(
        tx,
        sql`select a.password_hash, s.access_hash, s.refresh_hash from account a
          join session s on s.account_id = a.id where a.login_name = ${loginName}`,
      ),
    )
    expect(JSON.stringify(stored)).toMatch(/argon2id\$v=19\$m=19456,t=2,p=1/)
    expect(JSON.stringify(stored)).not.toContain(tokens.access_token)
    expect(JSON.stringify(stored)).not.toContain(tokens.refresh_token)
  })
})

describe('a session', () => {
  test('is renewed with a token that works once; a copy that turns up later ends it', async () => {
    const { client, tokens } = await signIn((await someone()).loginName)
    const renewed = (await renew(client, tokens.refresh_token)).json<Tokens>()
    expect((await client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(401)
    client.token = renewed.access_token
    expect((await client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(200)
    await app.db.platform((tx) =>
      sql`update session_refresh_used set used_at = now() - interval '1 minute'`.execute(tx),
    )
    expect((await renew(client, tokens.refresh_token)).json().code).toBe(
      'error.permission.accessTokenExpired',
    )
    expect((await client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(401)
    expect((await renew(client, renewed.refresh_token)).statusCode).toBe(401)
  })

  test('ends at sign-out, and signing out twice is no error', async () => {
    const { client, tokens } = await signIn((await someone()).loginName)
    for (let i = 0; i < 2; i++) {
      const answer = await client.send(
        'POST /oauth/token/logout',
        new URLSearchParams({ access_token: tokens.access_token }),
      )
      expect(answer.json()).toEqual({ success: true })
    }
    expect((await client.send('GET /iam/stong/v1/users/self')).json()).toMatchObject({
      failed: true,
      code: 'error.permission.accessTokenExpired',
      message: '登录已过期，请重新登录',
    })
    expect((await renew(client, tokens.refresh_token)).statusCode).toBe(401)
  })

  test('is listed and ended by its user, and by nobody else', async () => {
    const { loginName } = await someone()
    const [here, there] = [await signIn(loginName), await signIn(loginName)]
    const list = await here.client.call<{ id: number; current: boolean }[]>(
      'GET /iam/stong/v1/users/sessions',
    )
    expect(list.map((s) => s.current).sort()).toEqual([false, false, true])
    const other = list.find((s) => !s.current)!
    const { client: stranger } = await signIn((await someone()).loginName)
    expect(
      (await stranger.send(`DELETE /iam/stong/v1/users/sessions/${other.id}`)).statusCode,
    ).toBe(404)
    for (const s of list.filter((one) => !one.current))
      expect(
        (await here.client.send(`DELETE /iam/stong/v1/users/sessions/${s.id}`)).statusCode,
      ).toBe(204)
    expect((await there.client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(401)
    expect((await here.client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(200)
  })

  test('ends everywhere else when the password changes', async () => {
    const { loginName } = await someone()
    const [here, there] = [await signIn(loginName), await signIn(loginName)]
    const change = async (from: string, to: string) =>
      here.client.send('PUT /iam/stong/v1/users/password', {
        originalPassword: await here.client.seal(from),
        password: await here.client.seal(to),
      })
    expect((await change('Wrong2026', 'Autumn2026')).json().fields).toEqual({
      originalPassword: '原密码错误',
    })
    expect(Object.keys((await change(password, 'short')).json().fields)).toEqual(['password'])
    expect((await change(password, 'password123')).json().fields.password).toBe(
      '密码过于常见，请更换',
    )
    expect((await change(password, password)).json().fields.password).toBe('新密码不能与原密码相同')
    expect((await change(password, 'Autumn2026')).statusCode).toBe(204)
    expect((await there.client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(401)
    expect((await here.client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(200)
    await signIn(loginName, 'Autumn2026')
  })
})

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

describe('registering', () => {
  const phone = () =>
    `137${String(Math.trunc(performance.now() * 1000) % 100_000_000).padStart(8, '0')}`
  const sendCode = (client: Client, to: string) =>
    client.call<{
      success: boolean
      code: string
      captchaKey: string
      message: string
      interval: number
    }>('POST /oauth/public/send-phone-captcha-always', { phone: to })
  const codeOf = async (key: string) =>
    (await app.db.platform((tx) =>
      row<{ code: string }>(
        tx,
        sql`select substring(text from '[0-9]{6}') as code from sms_outbox
          where phone = (select phone from sms_code where key = ${key}) order by id desc limit 1`,
      ),
    ))!.code

  test('sends a code to the outbox, one a minute, and never answers it', async () => {
    const client = new Client(app.http)
    const to = phone()
    const sent = await sendCode(client, to)
    expect(sent).toMatchObject({
      success: true,
      interval: 60,
      message: `验证码已发送至 ${to.slice(0, 3)}*****${to.slice(-3)}`,
    })
    const code = await codeOf(sent.captchaKey)
    expect(JSON.stringify(sent)).not.toContain(code)
    expect(await sendCode(client, to)).toMatchObject({
      success: false,
      code: 'captcha.send.interval',
    })
    expect(await sendCode(client, '12345')).toMatchObject({
      success: false,
      code: 'phone.format.incorrect',
    })
    const outbox = await (
      await newOperator(app)
    ).call<{ content: { phone: string; text: string }[] }>('GET /iam/v1/platform/sms-outbox')
    expect(outbox.content[0]).toMatchObject({ phone: to, text: expect.stringContaining(code) })
  })

  test('makes a tenant that its founder administers, and refuses the phone a second time', async () => {
    const client = new Client(app.http)
    const to = phone()
    const register = async (captchaKey: string, captcha: string, secret = 'Spring2027a') =>
      client.send('POST /wfpf/v1/tenant/register', {
        realName: '何秀兰',
        tenantName: '何家果园',
        phone: to,
        captcha,
        captchaKey,
        password: await client.seal(secret),
      })
    const { captchaKey } = await sendCode(client, to)
    const code = await codeOf(captchaKey)
    expect((await register(captchaKey, code, 'onlyletters')).json().fields.password).toBe(
      '至少 8 位，须同时包含数字和字母',
    )
    expect(
      (await register(captchaKey, code === '000000' ? '111111' : '000000')).json(),
    ).toMatchObject({ code: 'captcha.validate.incorrect', failed: true })
    expect((await register(captchaKey, code)).json()).toBe(true)
    const founder = await new Client(app.http).signIn(to, 'Spring2027a')
    expect(await self(founder)).toMatchObject({
      tenantName: '何家果园',
      realName: '何秀兰',
      novice: true,
    })
    expect(await founder.call('POST /wfpf/v1/{tenant}/tenant/novice/check')).toBe(1)
    await founder.call('POST /wfpf/v1/{tenant}/area', { areaName: '后山果园' })
    await founder.call('POST /wfpf/v1/{tenant}/tenant/novice/unlock')
    expect(await founder.call('POST /wfpf/v1/{tenant}/tenant/novice/check')).toBe(0)

    await app.db.platform((tx) =>
      sql`update sms_code set created_at = now() - interval '2 minutes'`.execute(tx),
    )
    const again = await sendCode(client, to)
    expect((await register(again.captchaKey, await codeOf(again.captchaKey))).json().code).toBe(
      'hiam.warn.user.loginNameExists',
    )
  })

  test('sets a forgotten password with a code, and signs out everywhere', async () => {
    const to = phone()
    const person = await someone()
    await app.db.platform((tx) =>
      sql`update account set phone = ${to} where id = ${person.accountId}`.execute(tx),
    )
    const { client } = await signIn(to)
    const { captchaKey } = await sendCode(client, to)
    const answer = await client.send('POST /wfpf/v1/tenant/forget-password', {
      phone: to,
      captcha: await codeOf(captchaKey),
      captchaKey,
      password: await client.seal('Winter#88'),
    })
    expect(answer.json()).toBe(true)
    expect((await client.send('GET /iam/stong/v1/users/self')).statusCode).toBe(401)
    await signIn(to, 'Winter#88')
  })
})

test('an empty installation is set up once', async () => {
  const empty = await startApp()
  try {
    const [one, two] = [new Client(empty.http), new Client(empty.http)]
    expect(await one.call('GET /iam/v1/setup')).toEqual({ needed: true })
    const body = async (client: Client, loginName: string) => ({
      loginName,
      realName: '站长',
      tenantName: '示范农场',
      code: setupCodeOf('test secret'),
      language: 'en-US',
      password: await client.seal('Operate#26'),
    })
    const answers = await Promise.all([
      one.send('POST /iam/v1/setup', await body(one, 'first')),
      two.send('POST /iam/v1/setup', await body(two, 'second')),
    ])
    expect(answers.map((a) => a.statusCode).sort()).toEqual([200, 409])
    expect(await one.call('GET /iam/v1/setup')).toEqual({ needed: false })
    const winner = await new Client(empty.http).signIn(
      answers[0]!.statusCode === 200 ? 'first' : 'second',
      'Operate#26',
    )
    expect(await self(winner)).toMatchObject({
      tenantName: '示范农场',
      language: 'en-US',
      admin: true,
    })
  } finally {
    await empty.end()
  }
})
