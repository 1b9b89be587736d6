import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { LoraFrame, LoraHeard, LoraKeys, LoraSession } from '#contract/equipment/lora-air.ts'
import type { Page } from '#contract/call.ts'
import type { CommandRow } from '#contract/equipment/command.ts'
import type { SwitchRow } from '#contract/equipment/switch.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { strengthOf } from '#src/devices/signal.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newEui, newMember, newTenant, unique } from './harness.ts'
import type { Made } from './samples.ts'

const { app, mine } = await oneFarm({ privateBrokers: true })
/**
 * ChirpStack's REST interface, as far as it is asked: keys are put where they are, and posted where
 * not; a queue is read and emptied.
 */
const told: string[] = []
const keysOf = new Map<string, unknown>()
const peer = createServer((request, response) => {
  const parts: Buffer[] = []
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => {
      const [, , , eui = '', what] = (request.url ?? '').split('/')
      told.push(`${request.method} ${what}`)
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.headers['grpc-metadata-authorization'] !== 'Bearer api-token')
        return answer(401, { code: 16, message: 'authentication failed' })
      if (what === 'queue')
        return answer(
          200,
          request.method === 'GET'
            ? { result: [{ id: 'a1', data: Buffer.from([1, 2]).toString('base64'), fPort: 5 }] }
            : {},
        )
      if (what === 'activation')
        return answer(
          200,
          request.method === 'GET'
            ? {
                deviceActivation: { devAddr: '01020304', nwkSEncKey: 'k', fCntUp: 7, nFCntDown: 3 },
              }
            : {},
        )
      if (what === 'keys' && request.method === 'PUT' && !keysOf.has(eui))
        return answer(404, { code: 5, message: 'object does not exist' })
      keysOf.set(eui, JSON.parse(Buffer.concat(parts).toString()))
      answer(200, {})
    })
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
afterAll(() => void peer.close())

const network = await mine.admin.call<Made>('POST /wfpe/v1/{tenant}/lora-network', {
  name: unique('网络'),
  enabledFlag: 1,
  apiUrl: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
})
const { token } = await mine.admin.call<{ token: string }>(
  `PUT /wfpe/v1/{tenant}/lora-network/${network.id}/token`,
)
const say = async (eui: string, event: string, more: object) => {
  const response = await app.http.inject({
    method: 'POST',
    url: `/ingest/v1/lorawan?event=${event}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { deviceInfo: { devEui: eui.toLowerCase(), deviceName: 'n' }, ...more },
  })
  expect(response.statusCode).toBeLessThan(300)
}
const up = (eui: string, fCnt: number, rxInfo: object[]) =>
  say(eui, 'up', {
    fCnt,
    fPort: 2,
    dr: 5,
    data: Buffer.from([7, fCnt]).toString('base64'),
    rxInfo,
    txInfo: {
      frequency: 470300000,
      modulation: { lora: { spreadingFactor: 7, bandwidth: 125000 } },
    },
  })
const heard = (gateway: string, rssi: number, snr: number) => ({
  gatewayId: gateway.toLowerCase(),
  rssi,
  snr,
})
const session = (id: number) =>
  mine.admin.call<LoraSession>(`GET /wfpe/v1/{tenant}/device/${id}/lora`)

test('frames are kept with who heard them; what is missing between them is counted, and a join begins anew', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  const gateway = await newDevice(mine.admin, 'lorawan_gateway')
  const strange = newEui()
  await say(node.eui as string, 'join', {})
  await up(node.eui as string, 0, [heard(strange, -110, -8), heard(gateway.eui as string, -70, 9)])
  await up(node.eui as string, 1, [heard(gateway.eui as string, -72, 8)])
  await up(node.eui as string, 5, [heard(gateway.eui as string, -64, 9.5)])
  await up(node.eui as string, 5, [heard(gateway.eui as string, -64, 9.5)])
  expect(await session(node.id)).toMatchObject({
    upCounter: 5,
    received: 4,
    lost: 3,
    networkName: network.name,
    hasApi: false,
  })
  const frames = await mine.admin.call<LoraFrame[]>(
    `GET /wfpe/v1/{tenant}/device/${node.id}/lora/frames`,
  )
  expect(frames.map(({ kind, counter, lost }) => [kind, counter, lost])).toEqual([
    ['up', 5, 0],
    ['up', 5, 3],
    ['up', 1, 0],
    ['up', 0, 0],
    ['join', null, 0],
  ])
  expect(frames[3]).toMatchObject({
    port: 2,
    payload: '0700',
    frequency: 470300000,
    dataRate: 'SF7BW125 DR5',
    spreadingFactor: 7,
    gateways: [
      {
        id: String(gateway.eui).toLowerCase(),
        name: gateway.name,
        deviceId: gateway.id,
        rssi: -70,
        snr: 9,
      },
      { id: strange, name: null, rssi: -110 },
    ],
  })
  // The gateway has them too, is there because it heard them, and knows its best signal.
  const ofGateway = await mine.admin.call<LoraFrame[]>(
    `GET /wfpe/v1/{tenant}/device/${gateway.id}/lora/frames`,
  )
  expect(ofGateway.map(({ deviceName }) => deviceName)).toEqual([
    node.name,
    node.name,
    node.name,
    node.name,
  ])
  expect(
    await mine.admin.call<LoraHeard[]>(`GET /wfpe/v1/{tenant}/device/${gateway.id}/lora/heard`),
  ).toMatchObject([{ deviceId: node.id, count: 4, rssi: -64, bestRssi: -64, bestSnr: 9.5 }])
  expect(
    (await mine.admin.call<LoraHeard[]>(`GET /wfpe/v1/{tenant}/device/${node.id}/lora/heard`)).map(
      ({ gatewayId, bestRssi }) => [gatewayId, bestRssi],
    ),
  ).toEqual([
    [gateway.id, -64],
    [null, -110],
  ])
  await expect
    .poll(
      async () =>
        (await mine.admin.call<Made>(`GET /wfpe/v1/{tenant}/device/${gateway.id}`)).online,
    )
    .toBe(1)
  await say(node.eui as string, 'join', {})
  await up(node.eui as string, 3, [])
  expect(await session(node.id)).toMatchObject({
    upCounter: 3,
    lost: 3,
    joinedAt: expect.any(String),
  })
  await mine.admin.call(`POST /wfpe/v1/{tenant}/device/${node.id}/lora/counters/reset`)
  expect(await session(node.id)).toMatchObject({ upCounter: null, received: 0, lost: 0 })
  // Another's device is none, and what is no LoRaWAN device has no such page.
  const other = await newTenant(app)
  expect(
    (await other.admin.send(`GET /wfpe/v1/{tenant}/device/${node.id}/lora/frames`)).statusCode,
  ).toBe(404)
  expect(
    (
      await mine.admin.send(
        `GET /wfpe/v1/{tenant}/device/${(await newDevice(mine.admin, 'gateway')).id}/lora`,
      )
    ).statusCode,
  ).toBe(404)
})

test('no more than the last two hundred frames of a node are kept', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  for (let at = 0; at < 215; at++) await up(node.eui as string, at, [])
  const frames = await mine.admin.call<LoraFrame[]>(
    `GET /wfpe/v1/{tenant}/device/${node.id}/lora/frames`,
  )
  expect([frames.length, frames[0]!.counter, frames.at(-1)!.counter]).toEqual([200, 214, 15])
}, 60_000)

test('keys are made, shown once and told to the network server, by who may hand out credentials', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  const base = `/wfpe/v1/{tenant}/device/${node.id}/lora`
  const keys = (more: Record<string, unknown> = {}, who = mine.admin) =>
    who.send(`POST ${base}/keys`, more)
  const made = (await keys()).json() as LoraKeys
  expect(made).toMatchObject({
    devEui: String(node.eui).toUpperCase(),
    joinEui: '0000000000000000',
    appKey: expect.stringMatching(/^[\dA-F]{32}$/),
    devAddr: null,
    isPushed: false,
    problem: null,
  })
  const shown = JSON.stringify([
    await session(node.id),
    await mine.admin.call(`GET /wfpe/v1/{tenant}/device/${node.id}`),
    await mine.admin.call(`GET /iam/v1/{tenant}/audit/device/${node.id}`),
  ])
  expect(shown).not.toContain(made.appKey)
  await up(node.eui as string, 1, [])
  await mine.admin.send(`PUT /wfpe/v1/{tenant}/lora-network/${network.id}/api-token`, {
    token: 'wrong',
  })
  expect((await keys()).json()).toMatchObject({ isPushed: false, problem: 'answered 401' })
  await mine.admin.send(`PUT /wfpe/v1/{tenant}/lora-network/${network.id}/api-token`, {
    token: 'api-token',
  })
  const second = (await keys()).json() as LoraKeys
  expect([second.isPushed, second.appKey === made.appKey]).toEqual([true, false])
  expect(keysOf.get(String(node.eui).toLowerCase())).toMatchObject({
    deviceKeys: { nwkKey: second.appKey },
  })
  // Of a session that is given there are an address and two keys.
  await mine.admin.call(`PUT ${base}`, {
    activation: 'abp',
    region: 'CN470',
    deviceClass: 'C',
    macVersion: '1.0.3',
  })
  const given = (await keys({ appSKey: 'ab'.repeat(16) })).json() as LoraKeys
  expect(given).toMatchObject({
    appKey: null,
    appSKey: 'AB'.repeat(16),
    nwkSKey: expect.stringMatching(/^[\dA-F]{32}$/),
    devAddr: expect.stringMatching(/^0[\dA-F]{7}$/),
    isPushed: true,
  })
  expect(await session(node.id)).toMatchObject({
    activation: 'abp',
    deviceClass: 'C',
    devAddr: given.devAddr,
  })
  const clerk = await newMember(app, mine, [
    deviceTypes.lorawan_node.permissions.list,
    deviceTypes.lorawan_node.permissions.edit,
  ])
  expect((await keys({}, clerk)).statusCode).toBe(403)
  expect((await keys({ appKey: 'xyz' })).statusCode).toBe(400)
})

test('what waits for a node is listed here and at its network server, and emptied in both', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  await up(node.eui as string, 1, [])
  const [relay] = (
    await mine.admin.call<Page<SwitchRow>>('GET /wfpe/v1/{tenant}/device/gateway/switch', {
      deviceId: String(node.id),
    })
  ).content
  const made = await mine.admin.call<CommandRow>(
    `POST /wfpe/v1/{tenant}/device/gateway/switch/${relay!.id}/control`,
    { value: 1, confirmation: node.name },
  )
  const base = `/wfpe/v1/{tenant}/device/${node.id}/lora/queue`
  expect(await mine.admin.call(`GET ${base}`)).toMatchObject({
    hasApi: true,
    problem: null,
    items: [
      { where: 'here', commandId: made.id },
      { where: 'network', id: 'a1', payload: '0102', port: 5 },
    ],
  })
  expect(await mine.admin.call(`DELETE ${base}`)).toEqual({ cancelled: 1, problem: null })
  expect(
    (await mine.admin.call<CommandRow[]>(`GET /wfpe/v1/{tenant}/device/${node.id}/commands`))[0],
  ).toMatchObject({ id: made.id, state: 'cancelled' })
  expect(told.at(-1)).toBe('DELETE queue')
  const looker = await newMember(app, mine, [deviceTypes.lorawan_node.permissions.list])
  expect((await looker.send(`DELETE ${base}`)).statusCode).toBe(403)
})

test('counters begin anew at the network server: a session that was given is given again, one that was joined ends', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  const base = `/wfpe/v1/{tenant}/device/${node.id}/lora`
  const restart = (who = mine.admin) => who.send(`POST ${base}/session/restart`)
  // Nobody knows yet which network it is of.
  expect((await restart()).json()).toMatchObject({ code: 'lora.no_api' })
  await say(node.eui as string, 'join', {})
  await up(node.eui as string, 4, [])
  expect(await session(node.id)).toMatchObject({ upCounter: 4, joinedAt: expect.any(String) })
  expect((await restart()).json()).toMatchObject({ upCounter: null, lost: 0, joinedAt: null })
  expect(told.at(-1)).toBe('DELETE activation')
  await mine.admin.call(`PUT ${base}`, {
    activation: 'abp',
    region: 'CN470',
    deviceClass: 'A',
    macVersion: '1.0.3',
  })
  await up(node.eui as string, 9, [])
  expect((await restart()).json()).toMatchObject({ upCounter: null, received: 0 })
  expect(told.slice(-2)).toEqual(['GET activation', 'POST activate'])
  expect(keysOf.get(String(node.eui).toLowerCase())).toEqual({
    deviceActivation: {
      devAddr: '01020304',
      nwkSEncKey: 'k',
      fCntUp: 0,
      nFCntDown: 0,
      aFCntDown: 0,
    },
  })
  // What the network server refuses is not shown as done here.
  await up(node.eui as string, 12, [])
  await mine.admin.send(`PUT /wfpe/v1/{tenant}/lora-network/${network.id}/api-token`, {
    token: 'wrong',
  })
  expect((await restart()).json()).toMatchObject({
    code: 'lora.not_restarted',
    message: expect.stringContaining('401'),
  })
  expect(await session(node.id)).toMatchObject({ upCounter: 12 })
  const editor = await newMember(app, mine, [
    deviceTypes.lorawan_node.permissions.list,
    deviceTypes.lorawan_node.permissions.edit,
  ])
  expect((await restart(editor)).statusCode).toBe(403)
})

test('the map is told who hears whom, of what stands somewhere and may be seen', async () => {
  const other = await newTenant(app)
  const [node, gateway, nowhere] = [
    await newDevice(mine.admin, 'lorawan_node', { latlng: '22.96,113.34' }),
    await newDevice(mine.admin, 'lorawan_gateway', { latlng: '22.97,113.35' }),
    await newDevice(mine.admin, 'lorawan_node'),
  ]
  await up(node.eui as string, 1, [heard(gateway.eui as string, -118, -12)])
  await up(nowhere.eui as string, 1, [heard(gateway.eui as string, -70, 9)])
  const links = (who = mine.admin) =>
    who.call<LoraHeard[]>('GET /wfpe/v1/{tenant}/device/lora/heard')
  expect((await links()).filter(({ gatewayId }) => gatewayId === gateway.id)).toMatchObject([
    {
      deviceId: node.id,
      latlng: '22.96,113.34',
      gatewayLatlng: '22.97,113.35',
      rssi: -118,
      snr: -12,
      count: 1,
    },
  ])
  expect(await links(other.admin)).toEqual([])
  // Who sees gateways alone sees no node beside one.
  const keeper = await newMember(app, mine, [deviceTypes.lorawan_gateway.permissions.list])
  expect(await links(keeper)).toEqual([])
  expect(strengthOf({ rssi: -118, snr: -12 })).toBe('weak')
  expect([
    strengthOf({ rssi: -99, snr: 1 }),
    strengthOf({ rssi: -99, snr: -1 }),
    strengthOf({ rssi: -99, snr: -11 }),
    strengthOf({ rssi: -116, snr: 9 }),
    strengthOf({ rssi: null, snr: null }),
    strengthOf({ rssi: null, snr: 3 }),
  ]).toEqual(['strong', 'fair', 'weak', 'weak', 'unknown', 'strong'])
})
