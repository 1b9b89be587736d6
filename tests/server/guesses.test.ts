import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  token,
  proofOfWork,
  setup,
  setupState,
  sendPhoneCaptcha,
} from '#contract/account/sign-in.ts'
import { setPassword, self, setPhone } from '#contract/account/self.ts'
import { invitationOf } from '#contract/account/invitation.ts'
import { user } from '#contract/system/user.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row } from '#server/db/database.ts'
import { Client, untyped } from '#server/demo/client.ts'
import { newMember, password, startApp } from './harness.ts'
import { app, mine } from './secrets-ground.ts'

describe('guesses', () => {
  const idOf = async (loginName: string) =>
    (await app.db.platform((tx) =>
      row<{ id: number }>(tx, sql`select id from account where login_name = ${loginName}`),
    ))!.id
  const wrong = (loginName: string, remoteAddress: string, secret = 'Wrong2026') => {
    const client = new Client({
      inject: (options) => app.http.inject({ ...options, remoteAddress }),
    })
    return (async () =>
      client.send(token, {
        grant_type: 'password',
        username: loginName,
        password: await client.seal(secret),
      }))()
  }
  test(
    'forty at once: no more are looked at than five in a row, and the owner elsewhere is not kept out',
    { timeout: 60_000 },
    async () => {
      const { loginName } = await newMember(app, mine, [])
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => wrong(loginName, '203.0.113.7')),
      )
      const codes = answers.map((answer) => answer.json().code as string)
      const looked = codes.filter(
        (code) => code === 'hoth.warn.usernameNotFoundOrPasswordIsWrong',
      ).length
      expect([
        looked <= 5,
        looked > 0,
        codes.filter((code) => code !== 'hoth.warn.usernameNotFoundOrPasswordIsWrong').length,
      ]).toEqual([true, true, 40 - looked])
      expect((await wrong(loginName, '203.0.113.7', password)).statusCode).not.toBe(200)
      expect((await wrong(loginName, '198.51.100.9', password)).statusCode).toBe(200)
    },
  )
  test(
    'of made-up names keep strangers waiting, and nobody who signed in from there',
    { timeout: 120_000 },
    async () => {
      const { loginName } = await newMember(app, mine, [])
      const { loginName: stranger } = await newMember(app, mine, [])
      const from = '203.0.113.77'
      expect((await wrong(loginName, from, password)).statusCode).toBe(200)
      // What a captcha would have slowed down.
      for (let i = 0; i < 40; i++)
        await app.account.attempts
          .begin({ kind: 'sign-in', name: `made-up-${i}` }, from)
          .catch(() => null)
      expect((await wrong(stranger, from, password)).statusCode).toBe(429)
      expect((await wrong(loginName, from, password)).statusCode).toBe(200)
      // Their own name waits as any does.
      const own = []
      for (let i = 0; i < 6; i++)
        own.push(
          await app.account.attempts
            .begin({ kind: 'sign-in', name: loginName, account: await idOf(loginName) }, from)
            .then(
              () => 200,
              () => 429,
            ),
        )
      expect(own).toEqual([200, 200, 200, 200, 200, 429])
    },
  )
  test.each(['otp', 'present', 'set-up', 'share', 'invitation'] as const)(
    'of another kind (%s) keep nobody from signing in',
    async (kind) => {
      const { loginName } = await newMember(app, mine, [])
      const from = `203.0.114.${kind.length}`
      for (let i = 0; i < 40; i++)
        await app.account.attempts.begin({ kind, name: `${kind} ${i}` }, from).catch(() => null)
      expect((await wrong(loginName, from, password)).statusCode).toBe(200)
    },
  )
  test('from one IPv6 network count together, whatever address of it they take', async () => {
    const { loginName } = await newMember(app, mine, [])
    for (let i = 0; i < 3; i++) await wrong(loginName, `2001:db8:1:2::${i + 1}`)
    expect((await wrong(loginName, '2001:db8:1:2:ffff::9', password)).json().code).toBe(
      'hoth.warn.captchaNull',
    )
    expect((await wrong(loginName, '2001:db8:1:3::9', password)).statusCode).toBe(200)
  })
  test(
    'of many strangers ask for a captcha, and lock nobody out',
    { timeout: 60_000 },
    async () => {
      const { loginName } = await newMember(app, mine, [])
      for (let i = 0; i < 30; i++) await wrong(loginName, `203.0.${i + 1}.1`)
      expect((await wrong(loginName, '198.51.100.20', password)).json().code).toBe(
        'hoth.warn.captchaNull',
      )
    },
  )
  test('may bring work in place of the picture, each work once', { timeout: 60_000 }, async () => {
    const { loginName } = await newMember(app, mine, [])
    for (let i = 0; i < 3; i++) await wrong(loginName, '192.0.2.60')
    const client = new Client({
      inject: (options) => app.http.inject({ ...options, remoteAddress: '192.0.2.60' }),
    })
    const { algorithm, challenge, salt, signature, maxnumber } = await client.call(proofOfWork)
    const number = Array.from({ length: maxnumber + 1 }).findIndex(
      (_, n) =>
        createHash('sha256')
          .update(salt + n)
          .digest('hex') === challenge,
    )
    const proofOf = (more: object) =>
      Buffer.from(
        JSON.stringify({ algorithm, challenge, number, salt, signature, ...more }),
      ).toString('base64')
    const enter = async (proof: string) =>
      client.send(token, {
        grant_type: 'password',
        username: loginName,
        password: await client.seal('Wrong2026'),
        proof,
      })
    for (const forged of [
      proofOf({ number: number + 1 }),
      proofOf({ signature: 'a'.repeat(64) }),
      'nonsense',
      btoa('{}'),
    ])
      expect((await enter(forged)).json().code).toBe('hoth.warn.captchaNull')
    expect((await enter(proofOf({}))).json().code).toBe(
      'hoth.warn.usernameNotFoundOrPasswordIsWrong',
    )
    expect((await enter(proofOf({}))).json().code).toBe('hoth.warn.captchaNull')
  })
  test('of the present password are counted too', async () => {
    const who = await newMember(app, mine, [])
    const change = async () =>
      who.send(setPassword, {
        originalPassword: await who.seal('Wrong2026'),
        password: await who.seal('Autumn#2027'),
      })
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await change()).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
  })
  test('of a one-time code are counted, and the set-up code is asked for', async () => {
    const anyone = new Client({
      inject: (options) => app.http.inject({ ...options, remoteAddress: '192.0.2.44' }),
    })
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push((await anyone.send(invitationOf, { code: 'ABCDABCDABCDABCD' })).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    const empty = await startApp()
    try {
      const first = new Client(empty.http)
      const body = {
        loginName: 'first',
        realName: '站长',
        tenantName: '示范农场',
        language: 'zh-CN',
        code: 'ABCD-ABCD-ABCD',
        password: await first.seal('Operate#26'),
      }
      expect((await first.send(setup, untyped(body))).json().fields).toHaveProperty('code')
      expect(await first.call(setupState)).toEqual({ needed: true })
    } finally {
      await empty.end()
    }
  })
})

describe('a name that looks like a phone', () => {
  test('is nobody’s who has not proved that phone, and takes no phone sign-in away', async () => {
    const owner = await newMember(app, mine, [])
    await app.db.platform((tx) =>
      sql`update account set phone = '13812340001' where id = ${owner.accountId}`.execute(tx),
    )
    const squatter = await newMember(app, mine, [])
    await expect(
      app.db.platform((tx) =>
        sql`update account set login_name = '13812340001' where id = ${squatter.accountId}`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow(/account_login_name_phone/)
    const invited = await mine.admin.send(callOf(user, 'create'), {
      loginName: '13812340001',
      realName: '某人',
      roleIds: [1],
    })
    expect(Object.keys(invited.json().fields)).toEqual(['loginName'])
    const signedIn = await new Client(app.http).signIn('13812340001', password)
    expect(await signedIn.call(self)).toMatchObject({
      id: owner.accountId,
    })
  })
  test('goes with the phone when its owner changes it, by a code and the password', async () => {
    const owner = await newMember(app, mine, [])
    await app.db.platform((tx) =>
      sql`update account set phone = '13812340002', login_name = '13812340002' where id = ${owner.accountId}`.execute(
        tx,
      ),
    )
    const { captchaKey } = await owner.call(sendPhoneCaptcha, {
      phone: '13812340003',
      purpose: 'phone',
    })
    const { code } = (await app.db.platform((tx) =>
      row<{ code: string }>(
        tx,
        sql`select substring(text from '[0-9]{6}') as code from sms_outbox
          where phone = '13812340003' order by id desc limit 1`,
      ),
    ))!
    const change = async (secret: string) =>
      owner.send(
        setPhone,
        untyped({
          phone: '13812340003',
          captcha: code,
          captchaKey,
          originalPassword: await owner.seal(secret),
        }),
      )
    expect((await change('Wrong2026')).json().fields).toHaveProperty('originalPassword')
    expect((await change(password)).statusCode).toBe(204)
    await new Client(app.http).signIn('13812340003', password)
  })
})
