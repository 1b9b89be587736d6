import { expect, test } from 'vitest'
import {
  loraFrames,
  loraCoverage,
  resetLoraCounters,
  loraSession,
  loraLinks,
} from '#contract/connectivity/lora-air.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { strengthOf } from '#src/features/connectivity/signal.ts'
import { newDevice } from './devices.ts'
import { newEui, newMember, newTenant } from './harness.ts'
import { app, mine, network, say, session, up } from './lora-air-ground.ts'

const heard = (gateway: string, rssi: number, snr: number) => ({
  gatewayId: gateway.toLowerCase(),
  rssi,
  snr,
})

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
  const frames = await mine.admin.call(loraFrames, { id: node.id })
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
  const ofGateway = await mine.admin.call(loraFrames, { id: gateway.id })
  expect(ofGateway.map(({ deviceName }) => deviceName)).toEqual([
    node.name,
    node.name,
    node.name,
    node.name,
  ])
  expect(await mine.admin.call(loraCoverage, { id: gateway.id })).toMatchObject([
    { deviceId: node.id, count: 4, rssi: -64, bestRssi: -64, bestSnr: 9.5 },
  ])
  expect(
    (await mine.admin.call(loraCoverage, { id: node.id })).map(({ gatewayId, bestRssi }) => [
      gatewayId,
      bestRssi,
    ]),
  ).toEqual([
    [gateway.id, -64],
    [null, -110],
  ])
  await expect
    .poll(async () => (await mine.admin.call(callOf(device, 'show'), { id: gateway.id })).online)
    .toBe(1)
  await say(node.eui as string, 'join', {})
  await up(node.eui as string, 3, [])
  expect(await session(node.id)).toMatchObject({
    upCounter: 3,
    lost: 3,
    joinedAt: expect.any(String),
  })
  await mine.admin.call(resetLoraCounters, { id: node.id })
  expect(await session(node.id)).toMatchObject({ upCounter: null, received: 0, lost: 0 })
  // Another's device is none, and what is no LoRaWAN device has no such page.
  const other = await newTenant(app)
  expect((await other.admin.send(loraFrames, { id: node.id })).statusCode).toBe(404)
  expect(
    (await mine.admin.send(loraSession, { id: (await newDevice(mine.admin, 'gateway')).id }))
      .statusCode,
  ).toBe(404)
})

test('no more than the last two hundred frames of a node are kept', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  for (let at = 0; at < 215; at++) await up(node.eui as string, at, [])
  const frames = await mine.admin.call(loraFrames, { id: node.id })
  expect([frames.length, frames[0]!.counter, frames.at(-1)!.counter]).toEqual([200, 214, 15])
}, 60_000)

test('the map is told who hears whom, of what stands somewhere and may be seen', async () => {
  const other = await newTenant(app)
  const [node, gateway, nowhere] = [
    await newDevice(mine.admin, 'lorawan_node', { latlng: '22.96,113.34' }),
    await newDevice(mine.admin, 'lorawan_gateway', { latlng: '22.97,113.35' }),
    await newDevice(mine.admin, 'lorawan_node'),
  ]
  await up(node.eui as string, 1, [heard(gateway.eui as string, -118, -12)])
  await up(nowhere.eui as string, 1, [heard(gateway.eui as string, -70, 9)])
  const links = (who = mine.admin) => who.call(loraLinks)
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
