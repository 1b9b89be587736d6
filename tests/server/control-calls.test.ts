import { device as deviceEntity } from '#contract/equipment/device.ts'
import { callOf } from '#contract/entity-calls.ts'
import { describe, expect, test } from 'vitest'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { deviceCommand, type CommandRow } from '#contract/command/command.ts'
import {
  mqttControlSwitch,
  controlDevices,
  deviceSwitch,
  canBindSwitch,
  bindSwitch,
  switchesOfMany,
} from '#contract/command/switch.ts'
import { publishPacket } from '#server/mqtt/command-link.ts'
import { readAnswer } from '#server/mqtt/route-publish.ts'
import { listen, newDevice } from './devices.ts'
import { newMember } from './harness.ts'
import { app, mine, pressed, switchOf, theirs } from './control-ground.ts'

describe('calls', () => {
  test('the specified one names the switch by EUI and circuit, in the session’s tenant', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const { client, orders } = await listen(app, device)
    const { id: switchId, eui, circuit } = await switchOf(device, 'relay.2')
    const send = (body: Record<string, unknown>, who = mine.admin, headers = {}) =>
      who.send(mqttControlSwitch, { switchId, sw: 1, eui, circuit, ...body }, headers)
    expect((await send({}, theirs.admin)).statusCode).toBe(404)
    expect(Object.keys((await send({ eui: 'other' })).json().fields as object)).toEqual(['eui'])
    expect(Object.keys((await send({ circuit: 3 })).json().fields as object)).toEqual(['circuit'])
    expect((await send({ sw: 7 })).statusCode).toBe(422)
    const without = await newMember(app, mine, ['wfpf.company.system.deviceManager'])
    expect((await send({}, without)).json()).toMatchObject({
      missing: ['wfpf.farm.equipment.gateway.ps.delCollection'],
    })
    const [first, second] = [
      await send({}, mine.admin, { 'idempotency-key': `spec-${switchId}` }),
      await send({}, mine.admin, { 'idempotency-key': `spec-${switchId}` }),
    ]
    expect(first.json()).toMatchObject({ origin: 'api', wanted: 1 })
    expect(second.json()).toEqual(first.json())
    await expect.poll(() => orders.length).toBe(1)
    expect(orders[0]).toMatchObject({ actuator: 'relay', circuit: 2, value: 1 })
    await client.endAsync()
  })

  test('several devices at once: each answers for itself', async () => {
    const devices = [
      await newDevice(mine.admin, 'electric_valve'),
      await newDevice(mine.admin, 'gateway'),
      await newDevice(mine.admin, 'electric_valve', { enabledFlag: 0 }),
    ]
    const foreign = await newDevice(theirs.admin, 'electric_valve')
    const results = await mine.admin.send(
      controlDevices,
      { deviceIds: [...devices, foreign].map(({ id }) => id), channel: 'open', value: 1 },
      { 'accept-language': 'en-US' },
    )
    const rows = results.json() as {
      deviceId: number
      command: CommandRow | null
      refusal: string | null
    }[]
    const of = (id: number) => rows.find(({ deviceId }) => deviceId === id)!
    expect(of(devices[0]!.id)).toMatchObject({
      command: { state: 'created', origin: 'group' },
      refusal: null,
    })
    expect([
      of(devices[1]!.id).refusal,
      of(devices[2]!.id).refusal,
      of(foreign.id).command,
    ]).toEqual([
      'This device has nothing of this kind to control',
      'The device is disabled and cannot be controlled',
      null,
    ])
    const motor = await mine.admin.call(controlDevices, {
      deviceIds: [devices[1]!.id],
      channel: 'motor.1',
      value: 1,
    })
    expect(motor).toMatchObject([{ command: null, refusal: '请输入设备名称以确认' }])
  })

  test('a switch is renamed, becomes what its actuator can be, and drives equipment', async () => {
    const device = await newDevice(mine.admin, 'gateway')
    const pump = await newDevice(mine.admin, 'gateway')
    const relay = await switchOf(device, 'relay.1')
    const edit = (body: Record<string, unknown>) =>
      mine.admin.send(callOf(deviceSwitch, 'edit'), {
        id: relay.id,
        name: '补光灯',
        switchType: 'plain',
        relatedEquip: null,
        enabledFlag: 1,
        objectVersionNumber: relay.objectVersionNumber,
        ...body,
      })
    expect(
      Object.keys((await edit({ switchType: 'rollerBlind' })).json().fields as object),
    ).toEqual(['switchType'])
    expect(Object.keys((await edit({ switchType: 'related' })).json().fields as object)).toEqual([
      'relatedEquip',
    ])
    expect(
      Object.keys(
        (await edit({ switchType: 'related', relatedEquip: device.id })).json().fields as object,
      ),
    ).toEqual(['relatedEquip'])
    expect((await edit({})).statusCode).toBe(200)
    expect((await edit({})).statusCode).toBe(409)
    const free = await mine.admin.call(canBindSwitch, { deviceId: device.id })
    expect([free.totalElements, free.size]).toEqual([10, 20])
    const bound = await mine.admin.call(bindSwitch, { switchId: relay.id, relatedEquip: pump.id })
    expect(bound).toMatchObject({
      name: '补光灯',
      type: 'related',
      relatedEquip: pump.id,
      relatedEquipName: pump.name,
      switchTypeName: '关联设备',
    })
    expect(
      (
        await mine.admin.call(bindSwitch, {
          switchId: relay.id,
          relatedEquip: null,
        })
      ).type,
    ).toBe('plain')
    const foreign = await newDevice(theirs.admin, 'gateway')
    expect(
      (
        await mine.admin.send(bindSwitch, {
          switchId: relay.id,
          relatedEquip: foreign.id,
        })
      ).statusCode,
    ).toBe(422)
    expect(
      (
        await theirs.admin.send(bindSwitch, {
          switchId: relay.id,
          relatedEquip: null,
        })
      ).statusCode,
    ).toBe(404)
  })

  test('a device that is switched off or deleted is told nothing more, and the log remembers it', async () => {
    const device = await newDevice(mine.admin, 'electric_valve')
    const made = await pressed(device, 'open', 1)
    await mine.admin.call(callOf(deviceEntity, 'delete'), { id: device.id })
    const log = await mine.admin.call(callOf(deviceCommand, 'list'), {
      deviceName: String(device.name),
    })
    expect(log.content).toMatchObject([
      {
        id: made.id,
        state: 'cancelled',
        reason: 'deviceOff',
        deviceId: null,
        deviceName: device.name,
      },
    ])
  })
})

test('packets are as MQTT 3.1.1 has them', () => {
  expect(publishPacket('a/b', 'x', 0, 5)).toEqual(Buffer.from([0x30, 6, 0, 3, 97, 47, 98, 120]))
  expect(publishPacket('a', '', 1, 258)).toEqual(Buffer.from([0x32, 5, 0, 1, 97, 1, 2]))
  expect([...publishPacket('a', 'y'.repeat(300), 0, 1).subarray(0, 3)]).toEqual([0x30, 0xaf, 0x02])
  expect(readAnswer(Buffer.from('{"id":3,"ok":true,"reason":5}'))).toEqual({
    id: 3,
    ok: true,
    reason: undefined,
  })
})

test('a list asks for the switches of all its rows at once, of types that one sees', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const gateway = await newDevice(mine.admin, 'gateway')
  const foreign = await newDevice(theirs.admin, 'electric_valve')
  const ask = (client = mine.admin) =>
    client.call(switchesOfMany, {
      deviceIds: [valve.id, gateway.id, foreign.id].join(','),
    })
  const found = await ask()
  expect(
    [valve, gateway, foreign].map(
      ({ id }) => found.filter(({ deviceId }) => deviceId === id).length,
    ),
  ).toEqual([2, 10, 0])
  const waterman = await newMember(app, mine, [deviceTypeNamed('electric_valve').permissions.list])
  expect([...new Set((await ask(waterman)).map(({ deviceId }) => deviceId))]).toEqual([valve.id])
})
