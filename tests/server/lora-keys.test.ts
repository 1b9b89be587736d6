import { expect, test } from 'vitest'
import {
  flushLoraQueue,
  loraQueue,
  renewLoraKeys,
  restartLoraSession,
  saveLoraSession,
  type LoraKeys,
} from '#contract/connectivity/lora-air.ts'
import type { Sent } from '#server/demo/client.ts'
import { deviceCommands } from '#contract/command/command.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { setLoraApiToken } from '#contract/connectivity/lora.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { newDevice } from './devices.ts'
import { newMember } from './harness.ts'
import { app, keysOf, mine, network, say, session, told, up } from './lora-air-ground.ts'

test('keys are made, shown once and told to the network server, by who may hand out credentials', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  const keys = (more: Partial<Sent<typeof renewLoraKeys.input>> = {}, who = mine.admin) =>
    who.send(renewLoraKeys, { id: node.id, ...more })
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
    await mine.admin.call(callOf(device, 'show'), { id: node.id }),
    await mine.admin.call(recordHistory, { entity: 'device', recordId: String(node.id) }),
  ])
  expect(shown).not.toContain(made.appKey)
  await up(node.eui as string, 1, [])
  await mine.admin.send(setLoraApiToken, { id: network.id, token: 'wrong' })
  expect((await keys()).json()).toMatchObject({ isPushed: false, problem: 'answered 401' })
  await mine.admin.send(setLoraApiToken, { id: network.id, token: 'api-token' })
  const second = (await keys()).json() as LoraKeys
  expect([second.isPushed, second.appKey === made.appKey]).toEqual([true, false])
  expect(keysOf.get(String(node.eui).toLowerCase())).toMatchObject({
    deviceKeys: { nwkKey: second.appKey },
  })
  // Of a session that is given there are an address and two keys.
  await mine.admin.call(saveLoraSession, {
    id: node.id,
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
  const [relay] = (await mine.admin.call(switchList, { deviceId: node.id })).content
  const made = await mine.admin.call(controlSwitch, {
    id: relay!.id,
    value: 1,
    confirmation: String(node.name),
  })
  expect(await mine.admin.call(loraQueue, { id: node.id })).toMatchObject({
    hasApi: true,
    problem: null,
    items: [
      { where: 'here', commandId: made.id },
      { where: 'network', id: 'a1', payload: '0102', port: 5 },
    ],
  })
  expect(await mine.admin.call(flushLoraQueue, { id: node.id })).toEqual({
    cancelled: 1,
    problem: null,
  })
  expect((await mine.admin.call(deviceCommands, { id: node.id }))[0]).toMatchObject({
    id: made.id,
    state: 'cancelled',
  })
  expect(told.at(-1)).toBe('DELETE queue')
  const looker = await newMember(app, mine, [deviceTypes.lorawan_node.permissions.list])
  expect((await looker.send(flushLoraQueue, { id: node.id })).statusCode).toBe(403)
})

test('counters begin anew at the network server: a session that was given is given again, one that was joined ends', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  const restart = (who = mine.admin) => who.send(restartLoraSession, { id: node.id })
  // Nobody knows yet which network it is of.
  expect((await restart()).json()).toMatchObject({ code: 'lora.no_api' })
  await say(node.eui as string, 'join', {})
  await up(node.eui as string, 4, [])
  expect(await session(node.id)).toMatchObject({ upCounter: 4, joinedAt: expect.any(String) })
  expect((await restart()).json()).toMatchObject({ upCounter: null, lost: 0, joinedAt: null })
  expect(told.at(-1)).toBe('DELETE activation')
  await mine.admin.call(saveLoraSession, {
    id: node.id,
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
  await mine.admin.send(setLoraApiToken, { id: network.id, token: 'wrong' })
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
