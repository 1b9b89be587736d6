import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deviceTypeNames, deviceTypes } from '#contract/devices/index.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { device } from '#contract/equipment/device.ts'
import { correctType, latestValues, showCredential } from '#contract/equipment/device-calls.ts'
import { configureDevice } from '#contract/command/setting-calls.ts'
import { loraNetwork, payloadCodec, showLoraNetwork } from '#contract/connectivity/lora.ts'
import { synchronizeNodes } from '#contract/connectivity/concentrator-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import { Partitions } from '#server/modules/telemetry/engine/partitions.ts'
import { storePoints } from '#server/modules/telemetry/engine/store.ts'
import { untyped } from '#server/demo/client.ts'
import { exampleValues } from '#src/pages/equipment/device-data/command-line.ts'
import { listed, newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newEui, newMember, unique } from './harness.ts'
import { make } from './samples.ts'

const { app, mine } = await oneFarm({
  mqtt: { host: '127.0.0.1', port: 0 },
  deviceAddress: { host: 'mqtt.example.com', port: 8883 },
})
const hourMs = 3_600_000
const body = (deviceType: string, more: Record<string, unknown>) => ({
  name: unique('设备'),
  deviceType,
  enabledFlag: 1,
  ...more,
})
const stored = async (
  id: number,
  metric: string,
  values: readonly (readonly [number, number])[],
) => {
  await new Partitions(app.db).need(values.map(([at]) => at))
  await app.db.write(mine.id, async (tx) => {
    await storePoints(tx, mine.id, [
      {
        device: id,
        points: values.map(([at, value]) => ({ metric, at, value, clock: 0 as const })),
        problems: [],
        bytes: 0,
        text: '',
        receivedAt: 0,
      },
    ])
    await sql`update device set last_seen_at = now() where id = ${id}`.execute(tx)
  })
}

test('what speaks LoRaWAN has a number of 16 hexadecimal digits, said in words, and no other device needs one', async () => {
  const { areaId } = await newDevice(mine.admin)
  for (const deviceType of ['lorawan_node', 'lorawan_gateway']) {
    const refused = await mine.admin.send(
      callOf(device, 'create'),
      untyped(body(deviceType, { eui: 'HELLO', areaId })),
    )
    expect([refused.statusCode, (refused.json().fields as Record<string, string>).eui]).toEqual([
      422,
      'LoRaWAN 设备的编号是 16 位十六进制的 EUI，如 a84041ffff1234ab',
    ])
    expect(
      (
        await mine.admin.send(
          callOf(device, 'create'),
          untyped(body(deviceType, { eui: newEui(), areaId })),
        )
      ).statusCode,
    ).toBe(200)
  }
  expect(
    (
      await mine.admin.send(callOf(listed('lorawan_node'), 'create'), {
        name: unique('节点'),
        eui: 'HELLO',
        areaId,
      })
    ).statusCode,
  ).toBe(422)
  expect(
    (
      await mine.admin.send(
        callOf(device, 'create'),
        untyped(body('electric_valve', { eui: unique('HELLO'), areaId })),
      )
    ).statusCode,
  ).toBe(200)
})

test('the type of a device is corrected until it reports, with its circuits, and not after', async () => {
  const made = await newDevice(mine.admin, 'gateway_weather')
  const correct = (deviceType: string, who = mine.admin) =>
    who.send(correctType, untyped({ id: made.id, deviceType }))
  const circuits = () =>
    app.db.read(
      mine.id,
      async (tx) =>
        (
          await sql<{
            channel: string
          }>`select channel from device_switch where device_id = ${made.id}`.execute(tx)
        ).rows.length,
    )
  const ofWeather = await newMember(app, mine, [
    deviceTypes.gateway_weather.permissions.list,
    deviceTypes.gateway_weather.permissions.edit,
  ])
  expect((await correct('electric_valve', ofWeather)).statusCode).toBe(403)
  expect([(await correct('electric_valve')).statusCode, (await circuits()) > 0]).toEqual([
    204,
    true,
  ])
  expect((await correct('lorawan_node')).statusCode).toBe(204)
  expect((await correct('gateway_weather')).statusCode).toBe(204)
  expect([
    (await mine.admin.call(callOf(device, 'show'), { id: made.id })).deviceType,
    await circuits(),
  ]).toEqual(['gateway_weather', 0])
  await stored(made.id, 'airTemperature', [[Date.now() - 1000, 20]])
  const late = await correct('electric_valve')
  expect([late.statusCode, late.json().code]).toEqual([422, 'device.reported'])
})

test('each stranger of a network becomes what it is, read by its own codec', async () => {
  const network = await make(loraNetwork, mine.admin)
  const codec = await make(payloadCodec, mine.admin)
  const { areaId } = await newDevice(mine.admin)
  const [weather, node, other] = [newEui(), newEui(), newEui()]
  for (const eui of [weather, node, other])
    await app.db.write(mine.id, (tx) =>
      sql`insert into lora_stranger (network_id, dev_eui, name) values (${network.id}, ${eui}, '陌生')`.execute(
        tx,
      ),
    )
  const enter = (nodes: unknown, who = mine.admin) =>
    who.send(
      synchronizeNodes,
      untyped({
        networkId: network.id,
        areaId,
        nodes,
      }),
    )
  const onlyNodes = await newMember(app, mine, [deviceTypes.lorawan_node.permissions.create])
  expect(
    (await enter([{ devEui: weather, deviceType: 'gateway_weather' }], onlyNodes)).statusCode,
  ).toBe(403)
  const made = (
    await enter([
      { devEui: weather.toUpperCase(), deviceType: 'gateway_weather', codecId: codec.id },
      { devEui: node, deviceType: 'lorawan_node' },
    ])
  ).json() as { id: number; eui: string }[]
  const found = await Promise.all(
    made.map(({ id }) => mine.admin.call(callOf(device, 'show'), { id })),
  )
  expect(
    found
      .map(({ eui, deviceType, codecId }) => [
        String(eui).toLowerCase(),
        deviceType,
        codecId ?? null,
      ])
      .sort(),
  ).toEqual(
    [
      [weather, 'gateway_weather', codec.id],
      [node, 'lorawan_node', null],
    ].sort(),
  )
  // Who was not named is still a stranger.
  expect(
    (await mine.admin.call(showLoraNetwork, { id: network.id }).catch(() => null))?.strangers.map(
      ({ devEui }) => devEui,
    ) ?? [other],
  ).toEqual([other])
})

test('rain is what came in an hour, today and in a day, not what the last report brought', async () => {
  const station = await newDevice(mine.admin)
  const now = Date.now()
  await stored(station.id, 'rainfall', [
    [now - 23 * hourMs, 4],
    [now - 30 * hourMs, 9],
    [now - 40 * 60_000, 1.5],
    [now - 60_000, 0],
  ])
  await stored(station.id, 'airTemperature', [[now - 60_000, 20]])
  const latest = await mine.admin.call(latestValues, { id: station.id })
  const [rain, air] = ['rainfall', 'airTemperature'].map((metric) =>
    latest.find((one) => one.metric === metric)!,
  )
  const midnight = Math.floor((now + 8 * hourMs) / (24 * hourMs)) * 24 * hourMs - 8 * hourMs
  const today = [
    [now - 23 * hourMs, 4],
    [now - 40 * 60_000, 1.5],
  ].reduce((sum, [at, value]) => sum + (at! >= midnight ? value! : 0), 0)
  expect([rain!.value, rain!.sums, air!.sums]).toEqual([0, { hour: 1.5, today, day: 5.5 }, null])
  // Lists, cards and the map say the same, and of nothing else.
  const row = await mine.admin.call(callOf(device, 'show'), { id: Number(station.id) })
  expect(row.readings!.map((one) => [one.metric, one.hour, one.today, one.day])).toEqual(
    expect.arrayContaining([
      ['rainfall', 1.5, today, 5.5],
      ['airTemperature', undefined, undefined, undefined],
    ]),
  )
})

test('the database knows as well as the contract what adds up', async () => {
  const metrics = deviceTypeNames.flatMap((name) =>
    Object.entries((deviceTypes[name] as DeviceType).readings).map(([metric, { isAmount }]) => ({
      metric,
      isAmount: isAmount === true,
    })),
  )
  const said = await app.db.platform((tx) =>
    rows<{ isAmount: boolean }>(
      tx,
      sql`select furrow_is_amount(m.metric) as is_amount
        from unnest(${metrics.map(({ metric }) => metric)}::text[]) with ordinality m (metric, at) order by m.at`,
    ),
  )
  expect(metrics.filter(({ isAmount }, i) => said[i]!.isAmount !== isAmount)).toEqual([])
})

test('a device’s page says where to connect, as the operator said, and a call that could set nothing says so', async () => {
  const made = await newDevice(mine.admin)
  expect(await mine.admin.call(showCredential, { id: made.id })).toMatchObject({
    mqttHost: 'mqtt.example.com',
    mqttPort: 8883,
    httpUrl: expect.stringMatching(/\/ingest\/v1\/telemetry$/) as string,
  })
  const gateway = await newDevice(mine.admin, 'lorawan_gateway')
  const configure = configureDevice.find(({ endpoint }) => endpoint.includes('/lora-gateway/'))!
  for (const values of [{}, { uploadMinutes: 10 }] as Record<string, number>[]) {
    const answer = await mine.admin.send(configure, {
      id: gateway.id,
      values,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'setting.none'])
  }
})

test('a sample of any type is taken whole, switches nothing on, and lies far from the ends of its ranges', () => {
  for (const name of deviceTypeNames) {
    const type: DeviceType = deviceTypes[name]
    for (const [channel, value] of Object.entries(exampleValues(type))) {
      const { min, max, isSwitch } = type.readings[channel.split('.')[0]!]!
      expect([
        name,
        channel,
        value >= min && value <= (isSwitch ? 0 : min + (max - min) * 0.95),
      ]).toEqual([name, channel, true])
    }
  }
})

test('a codec says which type it is for: a form finds those, whoever may fill it, and the others besides', async () => {
  const made = (deviceType: string | null) =>
    mine.admin.call(
      callOf(payloadCodec, 'create'),
      untyped({
        name: unique('脚本'),
        deviceType,
        script: 'function decodeUplink() { return { data: {} } }',
      }),
    )
  const [soil, weather, any] = [await made('soil'), await made('gateway_weather'), await made(null)]
  const writer = await newMember(app, mine, [
    deviceTypes.soil.permissions.list,
    deviceTypes.soil.permissions.create,
  ])
  for (const who of [mine.admin, writer]) {
    const found = async (among: Record<string, string>) =>
      (await who.call(callOf(payloadCodec, 'list'), { ...among, size: 0 })).content.map(
        ({ id }) => id,
      )
    expect(await found({ deviceType: 'soil' })).toEqual([soil.id])
    expect(await found({})).toEqual(expect.arrayContaining([soil.id, weather.id, any.id]))
  }
  // The script itself is for whoever looks after codecs.
  const [brief] = (await writer.call(callOf(payloadCodec, 'list'), { deviceType: 'soil' })).content
  expect(brief).not.toHaveProperty('script')
  expect(
    (
      await mine.admin.send(
        callOf(payloadCodec, 'create'),
        untyped({
          name: 'x',
          script: 'x',
          deviceType: 'tractor',
        }),
      )
    ).statusCode,
  ).toBe(400)
})
