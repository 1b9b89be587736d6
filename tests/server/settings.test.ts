import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deviceCommands, type CommandRow } from '#contract/command/command.ts'
import {
  deviceFaults,
  deviceSettings,
  refreshDevice,
  saveDeviceSettings,
} from '#contract/command/setting-calls.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { row } from '#server/db/database.ts'
import { untyped } from '#server/demo/client.ts'
import { listen, newDevice, report, type Field } from './devices.ts'
import { twoFarms } from './ground.ts'

const { app, mine, theirs } = await twoFarms()

const held = (device: Field) => mine.admin.call(deviceSettings, { id: Number(device.id) })
const put = (device: Field, values: Record<string, number>, who = mine) =>
  who.admin.send(saveDeviceSettings, { id: Number(device.id), values })
const stateOf = async (device: Field, channel: string) =>
  (await held(device)).find((one) => one.channel === channel)!.command?.state
const orderOf = async (device: Field, channel: string, value: number) => {
  const { content } = await mine.admin.call(switchList, { deviceId: device.id })
  return mine.admin.send(
    controlSwitch,
    untyped({
      id: content.find((one) => one.channel === channel)!.id,
      value,
      confirmation: device.name,
    }),
  )
}

test('a setting waits a day for its device, goes out when it comes, and counts once it is reported', async () => {
  const device = await newDevice(mine.admin, 'gateway', { reportMinutes: 30 })
  expect((await put(device, { uploadMinutes: 10 })).statusCode).toBe(200)
  const [waiting] = await held(device)
  expect(waiting).toMatchObject({
    channel: 'uploadMinutes',
    reported: null,
    command: { state: 'created', wanted: 10, effect: 'set' },
  })
  expect(
    Date.parse(waiting!.command!.expiresAt) - Date.parse(waiting!.command!.createdAt),
  ).toBeGreaterThan(23.9 * 3_600_000)
  const { client, orders } = await listen(app, device)
  await expect
    .poll(() => orders, { timeout: 4000 })
    .toMatchObject([{ actuator: 'uploadMinutes', circuit: null, value: 10 }])
  await report(client, { uploadMinutes: 30 })
  expect(await stateOf(device, 'uploadMinutes')).toBe('delivered')
  await report(client, { uploadMinutes: 10 })
  await expect.poll(() => stateOf(device, 'uploadMinutes'), { timeout: 4000 }).toBe('confirmed')
  const stored = await app.db.read(mine.id, (tx) =>
    row<{ reportMinutes: number }>(
      tx,
      sql`select report_minutes from device where id = ${device.id}`,
    ),
  )
  expect(stored).toEqual({ reportMinutes: 10 })
  await put(device, { uploadMinutes: 10 })
  expect(orders).toHaveLength(1)
  await client.endAsync()
})

test('limits, gaps and strangers are refused at their field', async () => {
  const gateway = await newDevice(mine.admin, 'gateway')
  expect((await put(gateway, { uploadMinutes: 4 })).json()).toMatchObject({
    code: 'error.data_invalid',
    fields: { uploadMinutes: expect.any(String) },
  })
  expect((await put(gateway, { uploadMinutes: 1441 })).statusCode).toBe(422)
  expect((await put(gateway, { relay: 1 })).json().fields).toHaveProperty('relay')
  const gate = await newDevice(mine.admin, 'value_regulated')
  expect((await put(gate, { highLevel: 109, lowLevel: 100 })).json().fields).toHaveProperty(
    'highLevel',
  )
  // 160 is what it holds until it is told otherwise.
  expect((await put(gate, { lowLevel: 151 })).json().fields).toHaveProperty('lowLevel')
  expect((await put(gate, { highLevel: 50_001 })).statusCode).toBe(422)
  expect((await put(gate, { highLevel: 110, lowLevel: 100 })).statusCode).toBe(200)
  const inverter = await newDevice(mine.admin, 'inverter')
  for (const targetPressure of [0, 16.1])
    expect((await put(inverter, { targetPressure })).statusCode).toBe(422)
  expect((await put(gateway, { uploadMinutes: 10 }, theirs)).statusCode).toBe(404)
})

test('a gate is set to 1 to 100, and driven to its ends by commands of their own', async () => {
  const gate = await newDevice(mine.admin, 'value_regulated')
  const { client, orders } = await listen(app, gate)
  expect((await orderOf(gate, 'opening', 0.5)).statusCode).toBe(422)
  expect((await orderOf(gate, 'opening', 40)).json()).toMatchObject({ effect: 'set' })
  const closing = (await orderOf(gate, 'opening', 0)).json() as CommandRow
  expect(closing.effect).toBe('fullyClosed')
  await expect.poll(() => orders.map(({ value }) => value), { timeout: 4000 }).toContain(0)
  const stateNow = async () =>
    (await mine.admin.call(deviceCommands, { id: gate.id })).find(({ id }) => id === closing.id)!
      .state
  await expect.poll(stateNow, { timeout: 4000 }).toBe('delivered')
  // One hundredth is near enough for a set-point and not closed.
  await report(client, { opening: 1 })
  expect(await stateNow()).toBe('delivered')
  await report(client, { opening: 0 })
  await expect.poll(stateNow, { timeout: 4000 }).toBe('confirmed')
  expect((await orderOf(gate, 'opening', 100)).json()).toMatchObject({ effect: 'fullyOpen' })
  await client.endAsync()
})

test('any report answers a call for one, and an inverter’s faults are listed with their ends', async () => {
  const device = await newDevice(mine.admin, 'inverter')
  const { client, orders } = await listen(app, device)
  const asked = await mine.admin.call(refreshDevice, { id: device.id })
  await expect
    .poll(() => orders, { timeout: 4000 })
    .toMatchObject([{ id: asked.id, actuator: 'report' }])
  const now = Date.now()
  await report(
    client,
    [0, 8, 8, 0, 19].map((faultCode, i) => ({ ts: now - (5 - i) * 60_000, values: { faultCode } })),
  )
  await expect
    .poll(async () => (await mine.admin.call(deviceCommands, { id: device.id }))[0]!.state, {
      timeout: 4000,
    })
    .toBe('confirmed')
  const faults = await mine.admin.call(deviceFaults, { id: device.id })
  expect(faults).toMatchObject([
    { channel: 'faultCode', value: 19, endedAt: null },
    {
      value: 8,
      beganAt: new Date(now - 4 * 60_000).toISOString(),
      endedAt: new Date(now - 2 * 60_000).toISOString(),
    },
  ])
  const reset = (await orderOf(device, 'faultCode', 0)).json() as CommandRow
  expect(reset).toMatchObject({ effect: 'reset', wanted: 0 })
  expect((await orderOf(device, 'faultCode', 3)).statusCode).toBe(422)
  expect((await orderOf(device, 'run', 2)).json()).toMatchObject({ effect: 'reverse' })
  await client.endAsync()
})
