import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import type { Asked } from '#contract/entity-calls.ts'
import type { CommandRow } from '#contract/command/command.ts'
import {
  operateStrategy,
  strategyList,
  callStrategy,
  removeStrategy,
  type Strategy,
} from '#contract/command/strategy-calls.ts'
import type { Memory } from '#simulator/memory.ts'
import { keepSetting, keptSettings, periodSetting, toldFrom } from '#simulator/settings.ts'
import { Strategies } from '#simulator/strategies.ts'
import { listen, newDevice, report, type Field } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember } from './harness.ts'

const { app, mine, theirs } = await twoFarms()

const morning = { kind: 'time', from: '05:30', to: '06:10', days: [1, 3, 5] } as const
const operate = (device: { id: number }, more: Record<string, unknown> = {}, who = mine.admin) =>
  who.send(
    operateStrategy,
    untyped({
      deviceId: device.id,
      name: '晨间补光',
      enabledFlag: 1,
      trigger: morning,
      target: 'relay.1',
      ...more,
    }),
  )
const list = (device: Field) => mine.admin.call(strategyList, { deviceId: device.id })

test('a strategy waits for its gateway, counts once the gateway reports it, is called and goes', async () => {
  const device = await newDevice(mine.admin, 'gateway')
  const saved = (await operate(device)).json() as Strategy
  expect(saved).toMatchObject({
    slot: 1,
    revision: 1,
    standing: 'waiting',
    command: { effect: 'keep', switchName: '晨间补光', state: 'created' },
  })
  expect(
    Date.parse(saved.command!.expiresAt) - Date.parse(saved.command!.createdAt),
  ).toBeGreaterThan(23.9 * 3_600_000)
  expect((await mine.admin.send(callStrategy, { id: saved.id })).json()).toMatchObject({
    code: 'strategy.not_held',
  })
  const { client, orders } = await listen(app, device)
  await expect
    .poll(() => orders, { timeout: 4000 })
    .toMatchObject([
      {
        actuator: 'strategy',
        circuit: 1,
        value: 1,
        content: {
          name: '晨间补光',
          enabled: true,
          timeZone: 'Asia/Shanghai',
          trigger: morning,
          actuator: 'relay',
          circuit: 1,
        },
      },
    ])
  await report(client, { 'strategy.1': 1 })
  await expect
    .poll(async () => (await list(device))[0], { timeout: 4000 })
    .toMatchObject({ standing: 'held', command: { state: 'confirmed' } })
  const called = (await mine.admin.send(callStrategy, { id: saved.id })).json() as CommandRow
  await expect
    .poll(() => orders.at(-1), { timeout: 4000 })
    .toMatchObject({ actuator: 'strategyCall', value: called.wanted, content: { slot: 1 } })
  await report(client, { strategyCalled: called.wanted })
  await expect
    .poll(async () => (await list(device))[0]?.called?.state, { timeout: 4000 })
    .toBe('confirmed')
  const changed = (
    await operate(device, {
      id: saved.id,
      objectVersionNumber: saved.objectVersionNumber,
      enabledFlag: 0,
    })
  ).json() as Strategy
  expect(changed).toMatchObject({ enabledFlag: 0, revision: 2, standing: 'waiting' })
  expect(
    (
      await operate(device, {
        id: saved.id,
        objectVersionNumber: saved.objectVersionNumber,
        name: '旧的',
      })
    ).statusCode,
  ).toBe(409)
  await report(client, { 'strategy.1': 2 })
  expect((await mine.admin.send(removeStrategy, { id: saved.id })).json()).toMatchObject({
    removedFlag: 1,
    standing: 'waiting',
  })
  await expect
    .poll(() => orders.at(-1), { timeout: 4000 })
    .toMatchObject({ actuator: 'strategy', circuit: 1, value: 0 })
  expect(await list(device)).toHaveLength(1)
  await report(client, { 'strategy.1': 0 })
  await expect.poll(() => list(device), { timeout: 4000 }).toEqual([])
  // Its place is free again, and what it held before is not taken for the new one.
  expect((await operate(device)).json()).toMatchObject({
    slot: 1,
    revision: 3,
    standing: 'waiting',
  })
  await client.endAsync()
})

test('what a gateway cannot keep is refused at its field', async () => {
  const device = await newDevice(mine.admin, 'gateway')
  const wrong = async (more: Record<string, unknown>) =>
    ((await operate(device, more)).json() as { fields?: Record<string, string> }).fields
  expect(await wrong({ trigger: { ...morning, to: '05:30' } })).toHaveProperty('to')
  // Motors turn under somebody's eyes.
  expect(await wrong({ target: 'motor.1' })).toHaveProperty('target')
  expect(await wrong({ target: 'relay.9' })).toHaveProperty('target')
  const threshold = {
    kind: 'threshold',
    deviceId: null,
    channel: 'boardTemperature',
    comparison: 'above',
    value: 60,
    back: 50,
  }
  expect(await wrong({ trigger: { ...threshold, back: 60 } })).toHaveProperty('back')
  expect(await wrong({ trigger: { ...threshold, value: 500 } })).toHaveProperty('value')
  expect(await wrong({ trigger: { ...threshold, channel: 'strategy.1' } })).toHaveProperty(
    'channel',
  )
  const probe = await newDevice(mine.admin, 'soil')
  expect(
    await wrong({
      trigger: { ...threshold, deviceId: probe.id, channel: 'humidity.1', value: 40, back: 30 },
    }),
  ).toHaveProperty('channel')
  expect((await operate(device, { trigger: threshold })).statusCode).toBe(200)
  expect((await operate(probe)).statusCode).toBe(404)
  for (let count = 2; count <= deviceTypes.gateway.strategies!; count++)
    expect((await operate(device)).statusCode).toBe(200)
  expect((await operate(device)).json()).toMatchObject({ code: 'strategy.most' })
})

test('only who edits gateways may, and only their own', async () => {
  const device = await newDevice(mine.admin, 'gateway')
  const saved = (await operate(device)).json() as Strategy
  expect((await operate(device, {}, theirs.admin)).statusCode).toBe(404)
  for (const asked of [callStrategy, removeStrategy])
    expect((await theirs.admin.send(asked as Asked, { id: saved.id })).statusCode).toBe(404)
  const looker = await newMember(app, mine, [deviceTypes.gateway.permissions.list])
  expect((await looker.send(strategyList, { deviceId: device.id })).json()).toHaveLength(1)
  expect((await operate(device, {}, looker)).statusCode).toBe(403)
})

test('the simulated gateway runs what it keeps by itself, and keeps it over a restart', () => {
  const flash: Record<string, unknown> = {}
  const memory: Memory = {
    read: <T>(key: string) => structuredClone((flash[key] ?? {}) as Record<string, T>),
    write: (key, kept) => void (flash[key] = structuredClone(kept)),
  }
  const values = { 'humidity.1': 25 }
  const of = () => values
  const keep = (value: number, trigger: unknown, circuit = 1) => ({
    actuator: 'strategy',
    circuit,
    value,
    content: {
      name: '补水',
      enabled: true,
      timeZone: 'Asia/Shanghai',
      trigger,
      actuator: 'relay',
      circuit,
    },
  })
  const told = new Map<string, number>()
  const gateway = new Strategies('key', told, memory)
  expect(
    gateway.obey(
      keep(7, {
        kind: 'threshold',
        eui: 'probe',
        channel: 'humidity.1',
        comparison: 'below',
        value: 20,
        back: 30,
      }),
      0,
    ),
  ).toBeNull()
  expect(told.get('strategy.1')).toBe(7)
  const at = Date.parse('2026-11-20T05:00:00+08:00')
  expect(gateway.run(at, of)).toBe(false)
  values['humidity.1'] = 19
  expect([gateway.run(at, of), told.get('relay.1')]).toEqual([true, 1])
  values['humidity.1'] = 25
  expect([gateway.run(at, of), told.get('relay.1')]).toEqual([false, 1])
  values['humidity.1'] = 30
  expect([gateway.run(at, of), told.get('relay.1')]).toEqual([true, 0])
  // Friday to Saturday, past midnight.
  gateway.obey(keep(3, { kind: 'time', from: '23:30', to: '00:30', days: [5] }, 2), at)
  const stateAt = (time: string) => (
    gateway.run(Date.parse(`2026-11-${time}:00+08:00`), of),
    told.get('relay.2') ?? 0
  )
  expect([
    stateAt('20T23:29'),
    stateAt('20T23:30'),
    stateAt('21T00:29'),
    stateAt('21T00:30'),
    stateAt('21T23:45'),
  ]).toEqual([0, 1, 1, 0, 0])
  expect(
    gateway.obey({ actuator: 'strategyCall', circuit: null, value: 4, content: { slot: 2 } }, at),
  ).toBeNull()
  expect([gateway.run(at, of), told.get('relay.2'), told.get('strategyCalled')]).toEqual([
    true,
    1,
    4,
  ])
  expect([gateway.run(at + 61 * 60_000, of), told.get('relay.2')]).toEqual([true, 0])
  expect(
    gateway.obey({ actuator: 'strategyCall', circuit: null, value: 5, content: { slot: 8 } }, at),
  ).not.toBeNull()
  const again = new Map<string, number>()
  const restarted = new Strategies('key', again, memory)
  expect([again.get('strategy.1'), again.get('strategy.2')]).toEqual([7, 3])
  restarted.obey({ actuator: 'strategy', circuit: 1, value: 0 }, at)
  expect(again.get('strategy.1')).toBe(0)
  expect(memory.read('key')).not.toHaveProperty('1')
})

test('a simulated device reports the period that it was put up with, and keeps what it is told over a restart', () => {
  const flash: Record<string, Record<string, unknown>> = {}
  const memory: Memory = {
    read: <T>(key: string) => ({ ...flash[key] }) as Record<string, T>,
    write: (key, kept) => void (flash[key] = kept),
  }
  const of = (deviceType: string) =>
    Object.fromEntries(toldFrom({ deviceType, reportMinutes: 5 }, keptSettings(memory, 'key')))
  expect([of('gateway'), of('electric_valve'), periodSetting('gateway')]).toEqual([
    { uploadMinutes: 5 },
    {},
    'uploadMinutes',
  ])
  keepSetting(memory, 'key', 'uploadMinutes', 60)
  keepSetting(memory, 'key', 'other', 1)
  expect(of('gateway')).toEqual({ uploadMinutes: 60, other: 1 })
})
