import { token } from '#contract/account/sign-in.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScreens } from '#contract/account/tenant.ts'
import {
  saveScreenChannels,
  createScreenCode,
  redeemScreenCode,
  screenValues,
} from '#contract/account/screen-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import { Client } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { clientWith, newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

const wall = 'https://wall.example.com'
let app: TestApp
let mine: Tenant
let pump: { id: number }
let screens: { id: number; screenName: string }[]
const opens = ['wfpf.farm.user.ps.tenant-screen']
beforeAll(async () => {
  app = await startApp({ screenOrigins: [wall] })
  mine = await newTenant(app)
  pump = await newDevice(mine.admin, 'inverter')
  const quiet = await newDevice(mine.admin, 'inverter')
  await app.db.write(mine.id, async (tx) => {
    for (const { id } of [pump, quiet])
      await sql`insert into device_latest (tenant_id, device_id, metric, at, value)
        values (${mine.id}, ${id}, 'frequency', now(), 41), (${mine.id}, ${id}, 'power', now(), 7)`.execute(
        tx,
      )
    for (const [name, address] of [
      ['墙', `${wall}/farm`],
      ['别处', 'https://elsewhere.example.com/'],
      ['自己', '/web/farm/home'],
    ])
      await sql`insert into tenant_screen (screen_name, screen_address) values (${name}, ${address})`.execute(
        tx,
      )
  })
  screens = await mine.admin.call(tenantScreens)
  await mine.admin.call(saveScreenChannels, {
    id: screens[0]!.id,
    channels: [{ deviceId: pump.id, metric: 'frequency' }],
  })
})
afterAll(() => app.end())

const codeFor = (client: Client, at = 0) => client.send(createScreenCode, { id: screens[at]!.id })
const redeem = (code: string) => new Client(app.http).send(redeemScreenCode, { code })
async function passOf(client: Client): Promise<Client> {
  const answer = await redeem((await codeFor(client)).json<{ code: string }>().code)
  return clientWith(app, answer.json<{ access_token: string }>().access_token, mine.id)
}
const values = (client: Client) => client.send(screenValues)

test('a code opens the values of its screen, once, and nothing else of the tenant', async () => {
  const { code } = (await codeFor(mine.admin)).json<{ code: string }>()
  const answer = await redeem(code)
  expect((await redeem(code)).statusCode).toBe(401)
  expect(Object.keys(answer.json())).toEqual([
    'access_token',
    'token_type',
    'expires_in',
    'screenId',
  ])
  const screen = clientWith(app, answer.json<{ access_token: string }>().access_token, mine.id)
  expect((await values(screen)).json()).toEqual([
    {
      deviceId: pump.id,
      deviceName: expect.any(String),
      metric: 'frequency',
      at: expect.any(String),
      value: 41,
    },
  ])
  // Every other call of the product answers this token as it answers a stranger.
  const others = app.served.filter(({ access }) => access !== 'public')
  expect(others.length).toBeGreaterThan(400)
  for (const { endpoint } of others)
    expect([
      endpoint,
      (
        await screen.send(
          endpoint.replaceAll(/\{(id|recordId)\}/g, '1').replace('{entity}', 'unit'),
          {},
        )
      ).statusCode,
    ]).toEqual([endpoint, 401])
  for (const body of [
    { grant_type: 'refresh_token', refresh_token: screen.token },
    { grant_type: 'exchange_code', code },
  ] as Record<string, string>[]) {
    expect([400, 401]).toContain(
      (await new Client(app.http).send(token.endpoint, new URLSearchParams(body))).statusCode,
    )
  }
})

test('hosts that the operator has not listed get no code', async () => {
  expect([
    (await codeFor(mine.admin, 1)).statusCode,
    (await codeFor(mine.admin, 1)).json().code,
  ]).toEqual([422, 'screen.origin'])
  expect((await codeFor(mine.admin, 2)).statusCode).toBe(422)
  const from = async (origin: string) =>
    (
      await app.http.inject({
        method: 'OPTIONS',
        url: '/oauth/public/screen-values',
        headers: { origin },
      })
    ).headers['access-control-allow-origin']
  expect([await from(wall), await from('https://elsewhere.example.com')]).toEqual([wall, undefined])
})

test('a screen reads no longer than whoever opened it may', async () => {
  const member = await newMember(app, mine, opens)
  const screen = await passOf(member)
  expect((await values(screen)).statusCode).toBe(200)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set enabled_flag = 0 where account_id = ${member.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect((await values(screen)).statusCode).toBe(401)
  expect((await codeFor(await newMember(app, mine, []))).statusCode).toBe(403)
})

test('another tenant’s devices are no channels, and its name in a pass opens nothing', async () => {
  const theirs = await newTenant(app)
  const foreign = await newDevice(theirs.admin, 'inverter')
  expect(
    (
      await mine.admin.send(saveScreenChannels, {
        id: screens[0]!.id,
        channels: [{ deviceId: foreign.id, metric: null }],
      })
    ).statusCode,
  ).toBe(422)
  const screen = await passOf(mine.admin)
  const [, secret] = screen.token.split('.')
  expect((await values(clientWith(app, `${theirs.id}.${secret}`, theirs.id))).statusCode).toBe(401)
  for (const forged of ['', 'x', `${mine.id}.x`, `${mine.id}.${'A'.repeat(43)}`, mine.admin.token])
    expect([forged, (await values(clientWith(app, forged, mine.id))).statusCode]).toEqual([
      forged,
      401,
    ])
})
