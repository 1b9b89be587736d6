import { messages as messagesCall } from '#contract/message/reader-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  simCard,
  simPlatform,
  orderSim,
  simOperations,
  testSimPlatform,
  setSimSecret,
  simUsage,
  renewSim,
  bindSim,
  simSummary,
} from '#contract/connectivity/sim.ts'
import { callOf } from '#contract/entity-calls.ts'
import { tellOfCards } from '#server/modules/alarm/engine/sim-cards.ts'
import { synchronizeCards } from '#server/modules/connectivity/engine/sim/watch.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { untyped } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { oneLinkPeer, type Peer } from './one-link-peer.ts'
import type { Made } from './samples.ts'

let app: TestApp
let peer: Peer
let mine: Tenant
let theirs: Tenant
const appId = '200001222003555'
beforeAll(async () => {
  peer = await oneLinkPeer(appId, 'Secret1')
  app = await startApp({ privateRobots: true })
  mine = await newTenant(app)
  theirs = await newTenant(app)
})
afterAll(async () => {
  peer.close()
  await app.end()
})

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
let last = 70_000
const card = (more: Record<string, unknown> = {}, who = mine) =>
  who.admin.call(callOf(simCard, 'create'), {
    iccid: `89860622190077${(last += 1)}`.padEnd(20, '0'),
    carrier: 'chinaMobile',
    state: 'activatable',
    quotaMb: 100,
    usedMb: 10,
    expiresOn: day(200),
    ...more,
  })
const show = (id: number, who = mine) => who.admin.call(callOf(simCard, 'show'), { id })
const order = (id: number, what: string) => mine.admin.send(orderSim, untyped({ id, order: what }))
const log = async (id: number) =>
  (await mine.admin.call(simOperations, { id })).map(
    ({ kind, okFlag }) => `${kind}${okFlag === 0 ? ' failed' : ''}`,
  )
const platform = () =>
  mine.admin.call(callOf(simPlatform, 'create'), {
    name: unique('OneLink'),
    kind: 'oneLink',
    url: peer.url,
    appId,
    enabledFlag: 1,
  })
const edit = (row: Made, more: Record<string, unknown>) =>
  mine.admin.send(
    callOf(simCard, 'edit'),
    untyped({
      id: row.id,
      objectVersionNumber: row.objectVersionNumber,
      carrier: row.carrier,
      state: row.state,
      ...more,
    }),
  )

test('a OneLink platform activates, suspends, resumes and tells usage; its complaints are kept', async () => {
  const { id: platformId } = await platform()
  expect((await mine.admin.send(testSimPlatform, { id: platformId })).json()).toMatchObject({
    code: 'sim.no_secret',
  })
  const secret = (text: string) => mine.admin.call(setSimSecret, { id: platformId, secret: text })
  await secret('wrong')
  expect(await mine.admin.call(testSimPlatform, { id: platformId })).toMatchObject({
    problem: expect.stringContaining('12001'),
  })
  expect(await mine.admin.call(callOf(simPlatform, 'show'), { id: platformId })).toMatchObject({
    hasSecret: 1,
    problem: expect.stringContaining('12001'),
  })
  await secret('Secret1')
  expect(await mine.admin.call(testSimPlatform, { id: platformId })).toEqual({
    problem: null,
  })
  // The secret is in no answer.
  expect(
    JSON.stringify(await mine.admin.call(callOf(simPlatform, 'show'), { id: platformId })),
  ).not.toContain('Secret1')

  const made = await card({ platformId })
  peer.cards.set(String(made.iccid), { status: '1', kilobytes: 2048 })
  expect((await order(made.id, 'activate')).json()).toMatchObject({
    state: 'activated',
    usedMb: 2,
    quotaMb: 100,
  })
  // A token that is over is asked for once more, and nobody sees it.
  peer.endTokens()
  expect((await order(made.id, 'suspend')).json()).toMatchObject({ state: 'deactivated' })
  expect(peer.cards.get(String(made.iccid))!.status).toBe('4')
  expect((await order(made.id, 'resume')).json()).toMatchObject({ state: 'activated' })
  expect((await order(made.id, 'resume')).statusCode).toBe(409)
  // What the platform keeps nobody changes by hand.
  expect((await edit(await show(made.id), { state: 'expired' })).json().fields).toHaveProperty(
    'state',
  )
  expect((await edit(await show(made.id), { usedMb: 1 })).json().fields).toHaveProperty('usedMb')
  expect((await edit(await show(made.id), { description: '泵房' })).statusCode).toBe(200)
  // It was moved elsewhere meanwhile: the platform refuses, and so is said.
  peer.cards.set(String(made.iccid), { status: '8', kilobytes: 4096 })
  const refused = await order(made.id, 'suspend')
  expect([refused.statusCode, refused.json().code]).toEqual([502, 'sim.carrier'])
  expect(refused.json().message).toContain('preCancellation')
  expect((await order(made.id, 'synchronize')).json()).toMatchObject({
    state: 'preCancellation',
    usedMb: 4,
  })
  expect(await log(made.id)).toEqual([
    'synchronize',
    'suspend failed',
    'resume',
    'suspend',
    'activate',
  ])
  // Once a day it is asked by itself.
  peer.cards.set(String(made.iccid), { status: '2', kilobytes: 8192 })
  await app.db.write(mine.id, (tx) =>
    sql`update sim_card set synchronized_at = now() - interval '2 days' where id = ${made.id}`.execute(
      tx,
    ),
  )
  await synchronizeCards(app.db, {
    secret: 'test secret',
    outgoing: { allowsPrivate: true, timeoutMs: 3000 },
    installed: null,
  })
  expect(await show(made.id)).toMatchObject({ state: 'activated', usedMb: 8 })
  // It is renewed at OneLink itself.
  expect(await mine.admin.call(simUsage, { id: made.id })).toMatchObject({
    hasCarrier: true,
    takesRenewals: false,
    months: [{ usedMb: 8 }],
  })
  // Another farm's platform is none.
  const foreign = await card({}, theirs)
  expect(
    (
      await theirs.admin.send(callOf(simCard, 'edit'), {
        id: foreign.id,
        objectVersionNumber: foreign.objectVersionNumber,
        carrier: 'chinaMobile',
        state: 'activatable',
        platformId,
      })
    ).json().fields,
  ).toHaveProperty('platformId')
  expect((await theirs.admin.send(setSimSecret, { id: platformId, secret: 'x' })).statusCode).toBe(
    404,
  )
})

test('a platform in a private network is called where the operator allows it alone', async () => {
  const closed = await startApp()
  const tenant = await newTenant(closed)
  for (const url of [peer.url, 'http://api.example.com', 'https://10.0.0.5/v5'])
    expect(
      (
        await tenant.admin.send(callOf(simPlatform, 'create'), {
          name: unique('平台'),
          kind: 'generic',
          url,
        })
      ).json().fields,
    ).toHaveProperty('url')
  await closed.end()
})

test('without a platform a card is kept by hand: its state, its usage and its renewals', async () => {
  const made = await card()
  expect((await order(made.id, 'activate')).json()).toMatchObject({ code: 'sim.no_carrier' })
  expect((await edit(made, { state: 'reportedLost', usedMb: 33 })).statusCode).toBe(200)
  expect(await mine.admin.call(simUsage, { id: made.id })).toMatchObject({
    hasCarrier: false,
    pool: null,
    months: [{ usedMb: 33 }],
  })
  const renew = (expiresOn: string) =>
    mine.admin.send(renewSim, { id: made.id, expiresOn, quotaMb: 300, amount: 60, note: '一年' })
  expect((await renew(day(100))).json().fields).toHaveProperty('expiresOn')
  expect((await renew(day(565))).json()).toMatchObject({ expiresOn: day(565), quotaMb: 300 })
  expect(await log(made.id)).toEqual(['renew', 'state'])
})

test('a card goes into one device, and a device takes one card', async () => {
  const made = await card()
  const other = await card()
  const device = await newDevice(mine.admin, 'gateway')
  const bind = (id: number, deviceId: number | null, who = mine.admin) =>
    who.send(bindSim, { id, deviceId })
  expect((await bind(made.id, device.id)).json()).toMatchObject({
    deviceId: device.id,
    deviceName: device.name,
  })
  expect(await mine.admin.call(callOf(deviceEntity, 'show'), { id: device.id })).toMatchObject({
    iccid: made.iccid,
  })
  expect((await bind(other.id, device.id)).json().fields).toHaveProperty('deviceId')
  expect(
    (await bind(made.id, (await newDevice(mine.admin, 'gateway')).id)).json().fields,
  ).toHaveProperty('deviceId')
  expect((await bind(made.id, (await newDevice(theirs.admin, 'gateway')).id)).statusCode).toBe(422)
  expect((await bind(made.id, null)).json()).toMatchObject({ deviceId: null })
  expect(await log(made.id)).toEqual(['unbind', 'bind'])
  const clerk = await newMember(app, mine, [simCard.permissions.list, simCard.permissions.bind])
  expect((await bind(made.id, device.id, clerk)).statusCode).toBeGreaterThanOrEqual(403)
})

test('a pool is at its end for all of its cards together, and managers hear of what ends', async () => {
  const tenant = await newTenant(app)
  const one = await card({ poolName: '泵房池', quotaMb: 100, usedMb: 95 }, tenant)
  expect(one.warning).toBe('quota80')
  const two = await card({ poolName: '泵房池', quotaMb: 100, usedMb: 10 }, tenant)
  expect([(await show(one.id, tenant)).warning, two.warning]).toEqual(['fine', 'fine'])
  expect(await tenant.admin.call(simUsage, { id: one.id })).toMatchObject({
    pool: { cards: 2, usedMb: 105, quotaMb: 200 },
  })
  await card({ expiresOn: day(5) }, tenant)
  expect(await tenant.admin.call(simSummary)).toEqual({
    total: 3,
    bound: 0,
    warnings: { expires7: 1 },
  })
  const messages = async () =>
    (await tenant.admin.call(messagesCall, { size: 50 })).content.filter(({ subject }) =>
      subject.includes('物联网卡'),
    )
  const tell = () => app.db.write(tenant.id, (tx) => tellOfCards(tx, tenant.id, equipmentText))
  await app.alarms.stop()
  await tell()
  await tell()
  expect((await messages()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('7 天内到期'),
  ])
})
