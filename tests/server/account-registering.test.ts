import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  sendPhoneCaptcha,
  type AccountPurpose,
  register as registerCall,
  forgetPassword,
  setupState,
  setup,
} from '#contract/account/sign-in.ts'
import { smsOutbox } from '#contract/platform/platform-calls.ts'
import { noviceCheck, noviceUnlock } from '#contract/account/tenant.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { self as selfCall, selfTenants, switchTenant } from '#contract/account/self.ts'
import { row } from '#server/db/database.ts'
import { Client, untyped } from '#server/demo/client.ts'
import { setupCodeOf } from '#server/modules/account/engine/setup-code.ts'
import { newOperator, startApp } from './harness.ts'
import { app, self, signIn, someone } from './account-ground.ts'

describe('registering', () => {
  const phone = () =>
    `137${String(Math.trunc(performance.now() * 1000) % 100_000_000).padStart(8, '0')}`
  const sendCode = async (client: Client, to: string, purpose?: AccountPurpose) => {
    const sent = await client.call(sendPhoneCaptcha, { phone: to, purpose })
    return { ...sent, captchaKey: sent.captchaKey! }
  }
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
    const outbox = await (await newOperator(app)).call(smsOutbox)
    expect(outbox.content[0]).toMatchObject({ phone: to, text: expect.stringContaining(code) })
  })

  test('makes a tenant that its founder administers, and refuses the phone a second time', async () => {
    const client = new Client(app.http)
    const to = phone()
    const register = async (captchaKey: string, captcha: string, secret = 'Spring2027a') =>
      client.send(registerCall, {
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
    expect(await founder.call(noviceCheck)).toBe(1)
    await founder.call(callOf(area, 'create'), { areaName: '后山果园' })
    await founder.call(noviceUnlock)
    expect(await founder.call(noviceCheck)).toBe(0)

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
    const { captchaKey } = await sendCode(client, to, 'password')
    const answer = await client.send(
      forgetPassword,
      untyped({
        phone: to,
        captcha: await codeOf(captchaKey),
        captchaKey,
        password: await client.seal('Winter#88'),
      }),
    )
    expect(answer.json()).toBe(true)
    expect((await client.send(selfCall)).statusCode).toBe(401)
    await signIn(to, 'Winter#88')
  })
})

test('an empty installation is set up once', async () => {
  const empty = await startApp()
  try {
    const [one, two] = [new Client(empty.http), new Client(empty.http)]
    expect(await one.call(setupState)).toEqual({ needed: true })
    const body = async (client: Client, loginName: string) => ({
      loginName,
      realName: '站长',
      tenantName: '示范农场',
      code: setupCodeOf('test secret'),
      language: 'en-US',
      password: await client.seal('Operate#26'),
    })
    const answers = await Promise.all([
      one.send(setup, untyped(await body(one, 'first'))),
      two.send(setup, untyped(await body(two, 'second'))),
    ])
    expect(answers.map((a) => a.statusCode).sort()).toEqual([200, 409])
    expect(await one.call(setupState)).toEqual({ needed: false })
    const winner = await new Client(empty.http).signIn(
      answers[0]!.statusCode === 200 ? 'first' : 'second',
      'Operate#26',
    )
    expect(await self(winner)).toMatchObject({ tenantId: -1, language: 'en-US', admin: true })
    const [farm] = await winner.call(selfTenants)
    winner.token = (await winner.call(switchTenant, { tenantId: farm!.tenantId })).access_token
    expect(await self(winner)).toMatchObject({ tenantName: '示范农场', admin: true })
    const home = await empty.db.platform((tx) =>
      row<{ defaultTenantId: number | null }>(
        tx,
        sql`select default_tenant_id from account where operator_flag = 1`,
      ),
    )
    expect(home).toEqual({ defaultTenantId: null })
  } finally {
    await empty.end()
  }
})
