import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { IssuedCode } from '#contract/account/invitation.ts'
import { callOf } from '#contract/entity-calls.ts'
import { resetPassword } from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { networkOf } from '#server/http/network.ts'
import { outboxSender, sendCode } from '#server/modules/account/engine/sms.ts'
import { newMember, newTenant, startApp, unique } from './harness.ts'

const sent: string[] = []
const provider = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    sent.push((JSON.parse(body) as { phone: string }).phone)
    response.end()
  })
})
provider.listen(0, '127.0.0.1')
await once(provider, 'listening')
const { port } = provider.address() as AddressInfo
const app = await startApp({ sms: { url: `http://127.0.0.1:${port}`, token: 't0ken' } })
afterAll(async () => {
  await app.end()
  provider.close()
})
const mine = await newTenant(app)

let serial = 0
const phone = () =>
  `135${String((Math.trunc(performance.now() * 1000) + serial++) % 100_000_000).padStart(8, '0')}`
const invite = async (to: string, tenant = mine) => {
  const { id: roleId } = await tenant.admin.call(callOf(role, 'create'), {
    code: unique('role'),
    name: 'r',
    enabledFlag: 1,
  })
  const { id } = await tenant.admin.call(callOf(user, 'create'), {
    loginName: unique('p'),
    realName: '新人',
    roleIds: [roleId],
    enabledFlag: 1,
    phone: to,
  })
  return { id, answer: await tenant.admin.send(resetPassword, { id }) }
}

test('a number is sent five invitations a day, by however many tenants', async () => {
  const to = phone()
  const { id, answer } = await invite(to)
  expect(answer.json<IssuedCode>()).toMatchObject({ code: null, unsent: null })
  const other = await newTenant(app)
  expect((await invite(to, other)).answer.statusCode).toBe(200)
  const again = () => mine.admin.send(resetPassword, { id })
  for (let at = 2; at < 5; at++) expect((await again()).statusCode).toBe(200)
  const sixth = await again()
  expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'invitation.too_many_sent'])
  const third = await newTenant(app)
  expect((await invite(to, third)).answer.statusCode).toBe(429)
  expect(sent.filter((one) => one === to)).toHaveLength(5)
  expect((await invite(phone(), third)).answer.statusCode).toBe(200)
})

test('one tenant sends a hundred a day to numbers that nobody confirmed, codes among them', async () => {
  const tenant = await newTenant(app)
  const code = () =>
    sendCode(
      app.platform,
      outboxSender(app.db),
      { phone: phone(), purpose: 'register', address: `198.51.${serial}.1`, tenant: tenant.id },
      (text) => text,
    )
  for (let at = 0; at < 99; at++) expect((await code()).success).toBe(true)
  expect((await invite(phone(), tenant)).answer.statusCode).toBe(200)
  expect((await code()).code).toBe('captcha.send.time-over')
  expect((await invite(phone(), tenant)).answer.json().code).toBe('invitation.too_many_sent')
})

test('an IPv6 network has one count, whichever of its addresses asks', async () => {
  const code = (at: number) =>
    sendCode(
      app.platform,
      outboxSender(app.db),
      { phone: phone(), purpose: 'register', address: `2001:db8:7:7::${at.toString(16)}` },
      (text) => text,
    )
  for (let at = 1; at <= 60; at++) expect((await code(at)).success).toBe(true)
  expect((await code(61)).code).toBe('captcha.send.time-over')
})

test('strangers use up nobody’s codes, and a number gets no more than its total', async () => {
  const to = phone()
  const ask = async (address: string) => {
    await app.db.platform((tx) =>
      sql`update sms_code set created_at = created_at - interval '2 minutes'`.execute(tx),
    )
    return (
      await sendCode(
        app.platform,
        outboxSender(app.db),
        { phone: to, purpose: 'signIn', address },
        (code) => code,
      )
    ).success
  }
  const asked = async (address: string, times: number) => {
    let count = 0
    for (let at = 0; at < times; at++) if (await ask(address)) count++
    return count
  }
  expect(await asked('203.0.113.1', 12)).toBe(10)
  expect(await ask('198.51.100.1')).toBe(true)
  expect(await asked('203.0.114.1', 10)).toBe(10)
  expect(await asked('203.0.115.1', 10)).toBe(9)
  expect(await ask('198.51.100.1')).toBe(false)
  const owner = await newMember(app, mine, [])
  await app.db.platform(async (tx) => {
    await sql`update account set phone = ${to} where id = ${owner.accountId}`.execute(tx)
    await sql`insert into account_network (account_id, network)
      values (${owner.accountId}, ${networkOf('198.51.100.1')})`.execute(tx)
  })
  expect(await asked('198.51.100.1', 20)).toBe(9)
  expect(await asked('198.51.100.1', 20)).toBe(0)
})
