import { deviceCommand } from '#contract/command/command.ts'
import { switchList, controlSwitch } from '#contract/command/switch.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { Aedes } from 'aedes'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestValues, deviceMessages } from '#contract/equipment/device-calls.ts'
import { rows } from '#server/db/database.ts'
import { readConfig } from '#server/config.ts'
import { mostBytes } from '#server/modules/telemetry/engine/read-message.ts'
import { newDevice, type Field } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
let broker: Aedes
let server: Server
const open: MqttClient[] = []
beforeAll(async () => {
  broker = await Aedes.createBroker()
  server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const joined = new Promise<void>((resolve) => broker.once('subscribe', () => resolve()))
  app = await startApp({ mqttUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await joined
  mine = await newTenant(app)
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.endAsync(true)))
  await app.end()
  broker.close()
  server.close()
})

const connect = async () => {
  const client = await mqtt.connectAsync(
    `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    { protocolVersion: 4 },
  )
  open.push(client)
  return client
}
const latest = async ({ id }: Field) =>
  (await mine.admin.call(latestValues, { id })).map(({ value }) => value)

test('what another’s broker passes on is stored, and acknowledged after that', async () => {
  const device = await newDevice(mine.admin)
  const client = await connect()
  let acknowledged = 0
  let storedBefore = true
  broker.on('ack', (_packet, who) => {
    if (who.id.startsWith('furrow-')) acknowledged++
  })
  const many = 60
  for (let i = 0; i < many; i++)
    await client.publishAsync(
      `v1/devices/${device.key}/telemetry`,
      JSON.stringify({
        ts: Date.now() - 60_000 + i * 1000,
        values: { airTemperature: 20 + i / 10 },
      }),
      { qos: 1 },
    )
  await expect
    .poll(
      async () => {
        // Looked at first: what is acknowledged while the rows are counted may be newer than the
        // count.
        const before = acknowledged
        const [stored] = await app.db.read(mine.id, (tx) =>
          rows<{ n: number }>(
            tx,
            sql`select count(*)::int as n from telemetry where device_id = ${device.id}`,
          ),
        )
        storedBefore &&= before <= stored!.n
        return acknowledged
      },
      { timeout: 8000 },
    )
    .toBe(many)
  expect(storedBefore).toBe(true)
  expect(await latest(device)).toEqual([25.9])
  await client.publishAsync(`v1/devices/${device.key}/status`, 'offline', { qos: 1 })
  await expect
    .poll(
      async () => (await mine.admin.call(callOf(deviceEntity, 'show'), { id: device.id })).online,
    )
    .toBe(0)
})

test('nobody’s key and broken messages hurt nobody, and are not sent for ever', async () => {
  const device = await newDevice(mine.admin)
  const client = await connect()
  for (const [topic, payload] of [
    ['v1/devices/d-nobody/telemetry', '{"airTemperature":1}'],
    [`v1/devices/${device.key}/telemetry`, 'no json'],
    [`v1/devices/${device.key}/commands/answer`, '{"id":"x"}'],
  ] as const)
    await client.publishAsync(topic, payload, { qos: 1 })
  await client.publishAsync(`v1/devices/${device.key}/telemetry`, '{"airTemperature":21}', {
    qos: 1,
  })
  await expect.poll(() => latest(device)).toEqual([21])
})

test('a command goes out through it, once and unkept, and only a report confirms it', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const client = await connect()
  const told: { packet: { qos: number; retain: boolean }; value: number }[] = []
  client.on('message', (_topic, payload, packet) =>
    told.push({ packet, ...(JSON.parse(payload.toString()) as { value: number }) }),
  )
  await client.subscribeAsync(`v1/devices/${valve.key}/commands`, { qos: 1 })
  await client.publishAsync(`v1/devices/${valve.key}/telemetry`, '{"open":0}', { qos: 1 })
  await expect.poll(() => latest(valve)).toEqual([0])
  const { content } = await mine.admin.call(switchList, { deviceId: valve.id })
  const { id } = await mine.admin.call(controlSwitch, { id: content[0]!.id, value: 1 })
  await expect.poll(() => told.length, { timeout: 5000 }).toBe(1)
  expect(told[0]).toMatchObject({ value: 1, packet: { qos: 0, retain: false } })
  const state = async () => (await mine.admin.call(callOf(deviceCommand, 'show'), { id })).state
  expect(await state()).toBe('sent')
  // Nothing tells when the device had it: what comes now may be older, unless the device has
  // answered.
  await client.publishAsync(`v1/devices/${valve.key}/telemetry`, '{"open":1}', { qos: 1 })
  await expect.poll(() => latest(valve)).toEqual([1])
  await wait(200)
  expect(await state()).toBe('sent')
  await client.publishAsync(
    `v1/devices/${valve.key}/commands/answer`,
    JSON.stringify({ id, ok: true }),
    { qos: 1 },
  )
  await expect.poll(state).toBe('delivered')
  await client.publishAsync(`v1/devices/${valve.key}/telemetry`, '{"open":1}', { qos: 1 })
  await expect.poll(state).toBe('confirmed')
})

test('of a message that is too large only the beginning is read; it is said, and not sent for ever', async () => {
  const device = await newDevice(mine.admin)
  const client = await connect()
  const topic = `v1/devices/${device.key}/telemetry`
  await client.publishAsync(topic, Buffer.alloc(4 * 1024 * 1024, 97), { qos: 1 })
  await client.publishAsync(topic, '{"airTemperature":22}', { qos: 1 })
  await expect.poll(() => latest(device), { timeout: 8000 }).toEqual([22])
  const told = await mine.admin.call(deviceMessages, { id: device.id })
  // Both may be noted in one millisecond: in what order the two are told is not promised.
  expect(new Map(told.map(({ outcome, ...rest }) => [outcome, rest]))).toEqual(
    new Map([
      ['stored', expect.objectContaining({ bytes: 21, problems: [] })],
      [
        'refused',
        expect.objectContaining({ bytes: mostBytes + 1, problems: [{ code: 'tooLarge' }] }),
      ],
    ]),
  )
})

test('an address that is no broker’s is said at the start, without its password', () => {
  expect(() => readConfig({ MQTT_URL: 'http://admin:geheim@broker' })).toThrow(/MQTT_URL/)
  expect(() => readConfig({ MQTT_URL: 'http://admin:geheim@broker' })).not.toThrow(/geheim/)
})
