import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sendPhoneCaptcha, token as tokenCall, type Tokens } from '#contract/account/sign-in.ts'
import { self, sessions as sessionsCall } from '#contract/account/self.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { tenants } from '#contract/platform/platform-calls.ts'
import { getCorporation, saveCorporation } from '#contract/account/tenant.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  secondFactor,
  endSecondFactor,
} from '#contract/account/second-factor.ts'
import { row, rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { base32, codeAt, stepOf } from '#server/modules/account/engine/totp.ts'
import { oneFarm } from './ground.ts'
import { clientWith, newMember, newTenant, password } from './harness.ts'

const { app, mine } = await oneFarm()
const someone = () => newMember(app, mine, ['wfpf.inventory.base.unit'])
const token = (
  client: Client,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) => client.send(tokenCall.endpoint, new URLSearchParams(form), headers)
const passwordGrant = async (loginName: string, headers: Record<string, string> = {}) => {
  const client = new Client(app.http)
  return token(
    client,
    { grant_type: 'password', username: loginName, password: await client.seal(password) },
    headers,
  )
}
/** As an authenticator reads the key that it is shown. */
const keyOf = (setupKey: string) => {
  const bits = [...setupKey]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const step = () => Math.floor(Date.now() / 30_000)
async function turnOn(client: Client) {
  const { setupKey } = await client.call(beginSecondFactor, {
    originalPassword: await client.seal(password),
  })
  const key = keyOf(setupKey)
  const { recoveryCodes } = await client.call(confirmSecondFactor, {
    otp: codeAt(key, step()),
  })
  // The next code of the same half minute is for the next use.
  await app.db.platform((tx) => sql`update account_factor set last_step = 0`.execute(tx))
  return { key, recoveryCodes }
}

test('codes are those of RFC 4226 and RFC 6238, and none works twice', () => {
  const key = Buffer.from('12345678901234567890')
  expect(Array.from({ length: 10 }, (_, counter) => codeAt(key, counter))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    expect(codeAt(key, Math.floor(seconds / 30), 8)).toBe(code)
  }
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(stepOf(key, codeAt(key, 100), 0, 100 * 30_000)).toBe(100)
  expect(stepOf(key, codeAt(key, 99), 0, 100 * 30_000)).toBe(99)
  expect(stepOf(key, codeAt(key, 100), 100, 100 * 30_000)).toBeNull()
  expect(stepOf(key, codeAt(key, 98), 0, 100 * 30_000)).toBeNull()
})

describe('a second factor', () => {
  test('is asked for after the password, by a ticket, and each code works once', async () => {
    const who = await someone()
    const { key } = await turnOn(who)
    const first = await passwordGrant(who.loginName)
    expect([first.statusCode, first.json().code]).toEqual([401, 'hoth.warn.secondFactor'])
    const { ticket } = first.json<{ ticket: string }>()
    const anyone = new Client(app.http)
    expect((await token(anyone, { grant_type: 'ticket', ticket, otp: '000000' })).json().code).toBe(
      'hoth.warn.otpWrong',
    )
    const otp = codeAt(key, step())
    const answer = await token(anyone, { grant_type: 'ticket', ticket, otp })
    expect(answer.json()).toMatchObject({ token_type: 'bearer' })
    expect((await token(anyone, { grant_type: 'ticket', ticket, otp })).json().code).toBe(
      'hoth.warn.ticket',
    )
    const again = (await passwordGrant(who.loginName)).json<{ ticket: string }>().ticket
    expect((await token(anyone, { grant_type: 'ticket', ticket: again, otp })).json().code).toBe(
      'hoth.warn.otpWrong',
    )
  })
  test('is guessed five times a ticket, and never at once', async () => {
    const who = await someone()
    await turnOn(who)
    const { ticket } = (await passwordGrant(who.loginName)).json<{ ticket: string }>()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        token(new Client(app.http), { grant_type: 'ticket', ticket, otp: '000000' }),
      ),
    )
    expect(
      answers.filter((answer) => answer.json().code === 'hoth.warn.otpWrong').length,
    ).toBeLessThanOrEqual(5)
  })
  test('has recovery codes that work once each and are kept as hashes', async () => {
    const who = await someone()
    const { recoveryCodes } = await turnOn(who)
    expect(recoveryCodes).toHaveLength(10)
    const enter = async () =>
      token(new Client(app.http), {
        grant_type: 'ticket',
        ticket: (await passwordGrant(who.loginName)).json<{ ticket: string }>().ticket,
        otp: recoveryCodes[0]!.toUpperCase(),
      })
    expect((await enter()).statusCode).toBe(200)
    expect((await enter()).json().code).toBe('hoth.warn.otpWrong')
    expect(await who.call(secondFactor)).toMatchObject({ isOn: true, recoveryLeft: 9 })
    const kept = JSON.stringify(
      await app.db.platform((tx) =>
        rows(
          tx,
          sql`select r.*, f.* from account_recovery r join account_factor f on f.account_id = r.account_id`,
        ),
      ),
    )
    for (const code of recoveryCodes)
      for (const form of [code, code.replaceAll('-', '')]) expect(kept).not.toContain(form)
  })
  test('is turned on with the password and a code, and off with both', async () => {
    const who = await someone()
    expect(
      (await who.send(beginSecondFactor, { originalPassword: await who.seal('Wrong2026') })).json()
        .fields,
    ).toHaveProperty('originalPassword')
    const { key } = await turnOn(who)
    expect(
      (
        await who.send(endSecondFactor, {
          originalPassword: await who.seal(password),
          otp: '000000',
        })
      ).json().fields,
    ).toHaveProperty('otp')
    expect(
      (
        await who.send(endSecondFactor, {
          originalPassword: await who.seal(password),
          otp: codeAt(key, step()),
        })
      ).statusCode,
    ).toBe(204)
    expect((await passwordGrant(who.loginName)).statusCode).toBe(200)
  })
  test('may be required by a tenant: nothing else opens before it is there', async () => {
    const tenant = await newTenant(app)
    const who = await newMember(app, tenant, ['wfpf.inventory.base.unit'])
    const card = await tenant.admin.call(getCorporation)
    const { tenantName, timeZone, telemetryMonths, objectVersionNumber } = card
    await tenant.admin.call(saveCorporation, {
      tenantName,
      timeZone,
      telemetryMonths,
      objectVersionNumber,
      secondFactorFlag: 1,
    })
    expect((await who.send(callOf(unit, 'list'))).json().code).toBe('factor.due')
    expect(await who.call(self)).toMatchObject({ secondFactorDue: true })
    // Who operates the platform is held up by no tenant's wish, but in that tenant.
    const operator = await newMember(app, tenant, ['wfpf.inventory.base.unit'])
    await app.db.platform((tx) =>
      sql`update account set operator_flag = 1, default_tenant_id = null where id = ${operator.accountId}`.execute(
        tx,
      ),
    )
    expect((await operator.send(tenants)).statusCode).toBe(200)
    expect((await operator.send(callOf(unit, 'list'))).json().code).toBe('factor.due')
    expect((await who.send(tenants)).statusCode).toBe(403)
    const { key } = await turnOn(who)
    expect((await who.send(callOf(unit, 'list'))).statusCode).toBe(200)
    expect(
      (
        await who.send(endSecondFactor, {
          originalPassword: await who.seal(password),
          otp: codeAt(key, step()),
        })
      ).json().code,
    ).toBe('factor.required')
  })
})

describe('a phone', () => {
  test('signs in with the code that was sent to it; one without an account looks the same as a wrong code', async () => {
    const who = await someone()
    await app.db.platform((tx) =>
      sql`update account set phone = '13512340001' where id = ${who.accountId}`.execute(tx),
    )
    const anyone = new Client(app.http)
    const send = async (phone: string) => {
      const { captchaKey } = await anyone.call(sendPhoneCaptcha, { phone, purpose: 'signIn' })
      const { code } = (await app.db.platform((tx) =>
        row<{ code: string }>(
          tx,
          sql`select substring(text from '[0-9]{6}') as code from sms_outbox where phone = ${phone}
            order by id desc limit 1`,
        ),
      ))!
      return { grant_type: 'sms_code', username: phone, captchaKey: captchaKey!, captcha: code }
    }
    const right = await send('13512340001')
    const wrong = await token(anyone, {
      ...right,
      captcha: right.captcha === '000000' ? '111111' : '000000',
    })
    expect(wrong.json().code).toBe('captcha.validate.incorrect')
    const tokens = (await token(anyone, right)).json<Tokens>()
    expect(await clientWith(app, tokens.access_token, mine.id).call(self)).toMatchObject({
      id: who.accountId,
    })
    const nobody = await token(anyone, await send('13512340002'))
    expect({ ...nobody.json(), requestId: '' }).toEqual({ ...wrong.json(), requestId: '' })
  })
})

test('a new device is told of, an update of the browser is none; devices are listed with where they are', async () => {
  const who = await someone()
  const told = () =>
    app.db.read(mine.id, (tx) =>
      rows<{ subject: string; content: string }>(
        tx,
        sql`select subject, content from user_message where account_id = ${who.accountId} and subject like '%新设备%'`,
      ),
    )
  await passwordGrant(who.loginName, { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
  await passwordGrant(who.loginName, { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/141.0' })
  expect(await told()).toEqual([])
  await passwordGrant(who.loginName, { 'user-agent': 'Mozilla/5.0 (iPhone) <b>Safari</b>/604.1' })
  const [message, ...more] = await told()
  expect([
    more,
    message!.content.includes('127.0.0.1'),
    message!.content.includes('&lt;b&gt;'),
  ]).toEqual([[], true, true])
  const sessions = await who.call(sessionsCall)
  expect(sessions.length).toBeGreaterThan(3)
  expect(new Set(sessions.map(({ place }) => place))).toEqual(new Set(['here']))
})
