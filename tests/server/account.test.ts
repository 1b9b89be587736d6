import { self as selfCall, sessions, endSession, setPassword } from '#contract/account/self.ts'
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  token,
  userParams,
  captchaCode,
  captchaImage,
  passwordKey,
  logout,
  type Tokens,
} from '#contract/account/sign-in.ts'
import { row, rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { password, unique } from './harness.ts'
import { app, form, mine, self, signIn, someone } from './account-ground.ts'

const renew = (client: Client, refresh_token: string) =>
  client.send(token, { grant_type: 'refresh_token', refresh_token })

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
        await client.call(userParams, {
          username: loginName,
        })
      ).isNeedCaptcha
    expect(await needs()).toBe(false)
    for (let i = 0; i < 3; i++) await form(client, loginName, 'Wrong2026')
    expect(await needs()).toBe(true)
    expect((await form(client, loginName, password)).json().code).toBe('hoth.warn.captchaNull')
    const { captchaKey } = await client.call(captchaCode)
    const picture = await client.fetch(`${captchaImage}${captchaKey}`)
    expect([picture.headers['content-type'], picture.rawPayload.length > 500]).toEqual([
      'image/png',
      true,
    ])
    expect(
      (await form(client, loginName, password, { captchaKey, captcha: '????' })).json().code,
    ).toBe('hoth.warn.captchaWrong')
    // One try a picture: the right answer comes too late now.
    const solve = async () => {
      const { captchaKey: key } = await client.call(captchaCode)
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
    const body = {
      grant_type: 'password' as const,
      username: loginName,
      password: await client.seal(password),
    }
    expect((await client.send(token, body)).statusCode).toBe(200)
    expect((await client.send(token, body)).json().code).toBe('hoth.warn.decodePasswordError')
    const { publicKey } = await client.call(passwordKey)
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
      const answer = await client.send(token, {
        grant_type: 'password',
        username: loginName,
        password: sealed,
      })
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
    expect((await client.send(selfCall)).statusCode).toBe(401)
    client.token = renewed.access_token
    expect((await client.send(selfCall)).statusCode).toBe(200)
    await app.db.platform((tx) =>
      sql`update session_refresh_used set used_at = now() - interval '1 minute'`.execute(tx),
    )
    expect((await renew(client, tokens.refresh_token)).json().code).toBe(
      'error.permission.accessTokenExpired',
    )
    expect((await client.send(selfCall)).statusCode).toBe(401)
    expect((await renew(client, renewed.refresh_token)).statusCode).toBe(401)
  })

  test('ends at sign-out, and signing out twice is no error', async () => {
    const { client, tokens } = await signIn((await someone()).loginName)
    for (let i = 0; i < 2; i++) {
      const answer = await client.send(logout, { access_token: tokens.access_token })
      expect(answer.json()).toEqual({ success: true })
    }
    expect((await client.send(selfCall)).json()).toMatchObject({
      failed: true,
      code: 'error.permission.accessTokenExpired',
      message: '登录已过期，请重新登录',
    })
    expect((await renew(client, tokens.refresh_token)).statusCode).toBe(401)
  })

  test('is listed and ended by its user, and by nobody else', async () => {
    const { loginName } = await someone()
    const [here, there] = [await signIn(loginName), await signIn(loginName)]
    const list = await here.client.call(sessions)
    expect(list.map((s) => s.current).sort()).toEqual([false, false, true])
    const other = list.find((s) => !s.current)!
    const { client: stranger } = await signIn((await someone()).loginName)
    expect((await stranger.send(endSession, { id: other.id })).statusCode).toBe(404)
    for (const s of list.filter((one) => !one.current))
      expect((await here.client.send(endSession, { id: s.id })).statusCode).toBe(204)
    expect((await there.client.send(selfCall)).statusCode).toBe(401)
    expect((await here.client.send(selfCall)).statusCode).toBe(200)
  })

  test('ends everywhere else when the password changes', async () => {
    const { loginName } = await someone()
    const [here, there] = [await signIn(loginName), await signIn(loginName)]
    const change = async (from: string, to: string) =>
      here.client.send(setPassword, {
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
    expect((await there.client.send(selfCall)).statusCode).toBe(401)
    expect((await here.client.send(selfCall)).statusCode).toBe(200)
    await signIn(loginName, 'Autumn2026')
  })
})
