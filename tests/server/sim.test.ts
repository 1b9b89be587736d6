import { callOf } from '#contract/entity-calls.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simCard, orderSim, simUsage } from '#contract/connectivity/sim.ts'
import { newDevice } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let without: TestApp
let peer: Server
let mine: Tenant
const asked: unknown[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }
beforeAll(async () => {
  peer = createServer((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization])
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
  app = await startApp({
    sim: { url: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`, token: 'key' },
  })
  mine = await newTenant(app)
})
afterAll(async () => {
  peer.close()
  await app.end()
  await without?.end()
})

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
let last = 10_000
const card = (more: Record<string, unknown> = {}, who = mine) =>
  who.admin.call(callOf(simCard, 'create'), {
    iccid: `89860622190033${(last += 1)}`.padEnd(19, '0'),
    carrier: 'chinaMobile',
    state: 'activatable',
    quotaMb: 100,
    usedMb: 10,
    expiresOn: day(200),
    ...more,
  })

test('a card is 19 or 20 digits beginning with 8986, and is bound by the device that names it', async () => {
  for (const iccid of ['898606221900334812', '12345678901234567890', '8986062219003348120X'])
    await expect(card({ iccid })).rejects.toThrow(/iccid/)
  const iccid = '89860622190099999901'
  const made = await card({ iccid })
  const bound = await newDevice(mine.admin, 'gateway', { iccid })
  expect(await mine.admin.call(callOf(simCard, 'show'), { id: made.id })).toMatchObject({
    deviceId: bound.id,
    deviceName: bound.name,
  })
})

test('warns of its end within 30 and 7 days, and of its plan from 80 and 100 %', async () => {
  const warning = async (more: Record<string, unknown>) => (await card(more)).warning
  expect([
    await warning({}),
    await warning({ expiresOn: day(29) }),
    await warning({ expiresOn: day(6) }),
    await warning({ expiresOn: day(-2) }),
  ]).toEqual(['fine', 'expires30', 'expires7', 'expired'])
  expect([
    await warning({ usedMb: 79.9 }),
    await warning({ usedMb: 80 }),
    await warning({ usedMb: 100 }),
  ]).toEqual(['fine', 'quota80', 'quota100'])
})

test('the carrier moves a card, and what it says is kept', async () => {
  const { id, iccid } = await card()
  answer = { status: 200, body: { state: 'activated', usedMb: 42.5, quotaMb: 200 } }
  expect(await mine.admin.call(orderSim, { id, order: 'activate' })).toMatchObject({
    state: 'activated',
    usedMb: 42.5,
    quotaMb: 200,
    synchronizedAt: expect.any(String),
  })
  expect(asked.at(-1)).toEqual(['POST', `/cards/${String(iccid)}/activate`, 'Bearer key'])
  expect(await mine.admin.call(simUsage, { id })).toMatchObject({
    hasCarrier: true,
    takesRenewals: true,
    months: [{ usedMb: 42.5 }],
  })
  const count = asked.length
  expect((await mine.admin.send(orderSim, { id, order: 'activate' })).statusCode).toBe(409)
  expect(asked).toHaveLength(count)
  answer = { status: 500, body: {} }
  expect((await mine.admin.send(orderSim, { id, order: 'suspend' })).json()).toMatchObject({
    code: 'sim.carrier',
  })
  answer = { status: 200, body: { state: 'flying' } }
  expect((await mine.admin.send(orderSim, { id, order: 'suspend' })).statusCode).toBe(502)
  expect(await mine.admin.call(callOf(simCard, 'show'), { id })).toMatchObject({
    state: 'activated',
  })
})

test('without a carrier nothing is ordered, and the answer says why', async () => {
  without = await startApp()
  const tenant = await newTenant(without)
  const { id } = await card({}, tenant)
  expect((await tenant.admin.send(orderSim, { id, order: 'synchronize' })).json()).toMatchObject({
    code: 'sim.no_carrier',
  })
  expect(await tenant.admin.call(simUsage, { id })).toMatchObject({
    hasCarrier: false,
    takesRenewals: false,
  })
})
