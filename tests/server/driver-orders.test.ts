import { expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { deviceCommands, type CommandRow } from '#contract/command/command.ts'
import { latestValues, deviceMessages } from '#contract/equipment/device-calls.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { saveDeviceSettings, refreshDevice } from '#contract/command/setting-calls.ts'
import { connect, listed, listen, newDevice, report, type Field } from './devices.ts'
import { twoFarms } from './ground.ts'
import { make } from './samples.ts'
import { hex, answer } from './driver-reading.ts'

const { app, mine } = await twoFarms()
const latest = async ({ id }: Field) =>
  Object.fromEntries(
    (await mine.admin.call(latestValues, { id })).map(({ metric, value }) => [metric, value]),
  )

test('an inverter is ordered and confirmed in Modbus, over MQTT', async () => {
  const device = await newDevice(mine.admin, 'inverter', { dialect: 'modbus' })
  const { client, orders } = await listen(app, device)
  const says = (state: number, hertz: number) =>
    report(client, {
      ts: Date.now(),
      modbus: [
        { from: 0x1000, frame: answer([hertz * 100, state === 3 ? 0 : hertz * 100]) },
        { from: 0x2100, frame: answer([state]) },
      ],
    })
  await says(3, 40)
  expect(await latest(device)).toMatchObject({ state: 0, run: 0, setFrequency: 40, frequency: 0 })
  const { content } = await mine.admin.call(switchList, { deviceId: device.id })
  const press = async (channel: string, value: number) => {
    const sent = await mine.admin.send(
      controlSwitch,
      untyped({
        id: content.find((one) => one.channel === channel)!.id,
        value,
        confirmation: device.name,
      }),
    )
    expect(sent.statusCode, sent.body).toBe(200)
    return sent.json() as CommandRow
  }
  const stateOf = async (id: number) =>
    (await mine.admin.call(deviceCommands, { id: device.id })).find((one) => one.id === id)!
  const run = await press('run', 1)
  await expect.poll(() => orders.length).toBe(1)
  expect(orders[0]).toEqual({
    id: run.id,
    modbus: hex([1, 6, 0x20, 0, 0, 7]),
    expiresAt: run.expiresAt,
  })
  await expect.poll(async () => (await stateOf(run.id)).state).toBe('delivered')
  await says(1, 40)
  await expect.poll(async () => (await stateOf(run.id)).state).toBe('confirmed')
  // A level is there within a hundredth of its range.
  const faster = await press('setFrequency', 45)
  await expect
    .poll(() => orders[1])
    .toEqual({
      id: faster.id,
      modbus: hex([1, 6, 0x20, 1, 0x11, 0x94]),
      expiresAt: faster.expiresAt,
    })
  await says(1, 44.9)
  await expect.poll(async () => (await stateOf(faster.id)).state).toBe('confirmed')
  // It has no register for a pressure: said at once, and not when the day is over.
  const refused = await mine.admin.send(saveDeviceSettings, {
    id: device.id,
    values: { targetPressure: 4 },
  })
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { targetPressure: '该设备的通信协议没有此指令，无法下发' },
  ])
  await client.endAsync()
})

test('the dialect is a field of the device: chosen among its type’s, and heard from then on by who is connected', async () => {
  const device = await newDevice(mine.admin, 'gateway_weather')
  const client = await connect(app, device)
  const element = {
    datetime: '2026-11-20 12:00:00',
    eleLists: [{ eName: '气温', eValue: '21.5', eUnit: '℃' }],
  }
  await report(client, element)
  const messages = () => mine.admin.call(deviceMessages, { id: device.id })
  expect((await messages())[0]!.outcome).toBe('refused')
  const change = async (dialect: string | null) => {
    const { id, name, eui, areaId, objectVersionNumber } = await mine.admin.call(
      callOf(deviceEntity, 'show'),
      { id: device.id },
    )
    return mine.admin.send(
      callOf(deviceEntity, 'edit'),
      untyped({
        id,
        name,
        eui,
        areaId,
        objectVersionNumber,
        dialect,
      }),
    )
  }
  expect((await change('yunfei')).json()).toMatchObject({
    fields: { dialect: '该类型的设备不支持此通信协议' },
  })
  expect((await change('elements')).statusCode).toBe(200)
  await expect
    .poll(async () => (await report(client, element), latest(device)))
    .toEqual({ airTemperature: 21.5 })
  expect((await change(null)).json()).toMatchObject({ dialect: 'standard' })
  await client.endAsync()
  const base = await make(area, mine.admin)
  const wrong = await mine.admin.send(callOf(listed('electric_valve'), 'create'), {
    name: 'x',
    eui: 'elv-1',
    areaId: base.id,
    dialect: 'modbus',
  })
  expect([wrong.statusCode, wrong.json().fields.dialect]).toEqual([400, '此处不能填这个值'])
})

test('over HTTP too, and what is broken is answered with its reason', async () => {
  const { key, secret, id } = await newDevice(mine.admin, 'sex_inducement', { dialect: 'yunfei' })
  const push = (payload: object) =>
    app.http.inject({
      method: 'POST',
      url: '/ingest/v1/telemetry',
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      payload,
    })
  expect((await push({ cmd: 'data', ext: { ds: 1, ws: 0, volt_ct: 9 } })).json()).toEqual({
    points: 3,
    problems: [],
  })
  expect((await push({ cmd: 'dance', ext: {} })).json()).toEqual({
    points: 0,
    problems: [{ code: 'dialect', channel: 'dance' }],
  })
  expect(await latest({ id } as Field)).toMatchObject({ on: 1, trapped: 9 })
})

test('what waits for a device that speaks otherwise by then ends as what it cannot be told', async () => {
  const device = await newDevice(mine.admin, 'inverter')
  const [held] = await mine.admin.call(saveDeviceSettings, {
    id: device.id,
    values: { targetPressure: 4 },
  })
  const { id, name, eui, areaId, objectVersionNumber } = await mine.admin.call(
    callOf(deviceEntity, 'show'),
    { id: device.id },
  )
  await mine.admin.call(callOf(deviceEntity, 'edit'), {
    id,
    name,
    eui,
    areaId,
    objectVersionNumber,
    dialect: 'modbus',
  })
  const { client, orders } = await listen(app, device)
  await expect
    .poll(async () =>
      (await mine.admin.call(deviceCommands, { id: device.id })).find(
        (one) => one.id === held!.command!.id,
      ),
    )
    .toMatchObject({ state: 'rejected', reason: 'unspoken' })
  expect(orders).toEqual([])
  const station = await newDevice(mine.admin, 'gateway_weather', { dialect: 'elements' })
  expect((await mine.admin.send(refreshDevice, { id: station.id })).statusCode).toBe(422)
  await client.endAsync()
})
