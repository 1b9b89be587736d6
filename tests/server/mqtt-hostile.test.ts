import { connect as dial, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { callOf } from '#contract/entity-calls.ts'
import { brokerLimits } from '#server/mqtt/broker.ts'
import { CheckedConnection } from '#server/mqtt/checked-connection.ts'
import { packet, text } from '#scripts/bench/mqtt-client.ts'
import { connect, newDevice, report, statusTopic } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
let theirs: Tenant
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0, limits: { connectTimeout: 1500 } } })
  mine = await newTenant(app)
  theirs = await newTenant(app)
})
afterAll(() => app.end())

const open = (from = '127.0.0.1') =>
  new Promise<Socket>((resolve) => {
    const socket = dial({ port: app.broker!.port, host: '127.0.0.1', localAddress: from }, () =>
      resolve(socket),
    )
    socket.on('error', () => undefined)
  })
const firstBytes = (socket: Socket) =>
  new Promise<Buffer>((resolve) => socket.once('data', resolve))
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => socket.resume().once('close', () => resolve()))
const hello = (key: string, secret: string, keepAlive = 60) =>
  packet(0x10, text('MQTT'), [4, 0xc2, 0, keepAlive], text('x'), text(key), text(secret))

test('whoever sends a byte now and then is cut off before CONNECT is whole, and an honest device is not delayed', async () => {
  const device = await newDevice(mine.admin)
  const honest = await connect(app, device)
  const startedAt = Date.now()
  const slow = await Promise.all(Array.from({ length: 200 }, () => open()))
  const ends = slow.map((socket) => closed(socket))
  const bytes = hello('somebody', 'secret')
  let at = 0
  const drip = setInterval(() => {
    for (const socket of slow) if (at < bytes.length - 1) socket.write(bytes.subarray(at, at + 1))
    at++
  }, 300)
  let slowest = 0
  for (let i = 0; i < 20; i++) {
    const sentAt = Date.now()
    await report(honest, { airTemperature: i })
    slowest = Math.max(slowest, Date.now() - sentAt)
  }
  await Promise.all(ends)
  clearInterval(drip)
  expect(Date.now() - startedAt).toBeLessThan(4000)
  expect(slowest).toBeLessThan(1000)
  await honest.endAsync()
})

test('whoever reads nothing of what it is sent is read no further, and cut off', async () => {
  const aedes = await Aedes.createBroker({ ...brokerLimits, drainTimeout: 300 })
  let asked = 0
  const bytes = Buffer.concat(Array.from({ length: 1000 }, () => packet(0xc0)))
  const frozen = new Duplex({
    read() {
      if (asked++ === 0) this.push(packet(0x10, text('MQTT'), [4, 2, 0, 0], text('frozen')))
      else setImmediate(() => this.push(bytes))
    },
    // What is written stays where it is, for ever.
    write: () => undefined,
  })
  frozen.on('error', () => undefined)
  const connection = new CheckedConnection(frozen, {
    isFullFor: () => false,
    whenRoom: (again) => again(),
  })
  connection.on('error', () => undefined)
  const end = new Promise<void>((resolve) => frozen.once('close', () => resolve()))
  let unread = 0
  const looking = setInterval(
    () => (unread = Math.max(unread, connection.writableLength + connection.readableLength)),
    5,
  )
  aedes.handle(connection)
  await end
  clearInterval(looking)
  expect(unread).toBeLessThan(128 * 1024)
  expect(asked).toBeLessThan(200)
  expect(brokerLimits.drainTimeout).toBeLessThanOrEqual(60_000)
  await new Promise<void>((resolve) => aedes.close(() => resolve()))
})

test('whoever has fallen silent for longer than its keep-alive is cut off, and its will is done', async () => {
  const device = await newDevice(mine.admin)
  const socket = await open()
  const answered = firstBytes(socket)
  socket.write(
    packet(
      0x10,
      text('MQTT'),
      [4, 0xc6, 0, 1],
      text('x'),
      text(statusTopic),
      text('offline'),
      text(device.key),
      text(device.secret),
    ),
  )
  expect([...(await answered)]).toEqual([0x20, 2, 0, 0])
  const startedAt = Date.now()
  await closed(socket)
  expect(Date.now() - startedAt).toBeLessThan(3000)
  await expect
    .poll(
      async () => (await mine.admin.call(callOf(deviceEntity, 'show'), { id: device.id })).online,
      { timeout: 3000 },
    )
    .toBe(0)
})

test.each([
  ['256 MB', [0x30, 0xff, 0xff, 0xff, 0x7f]],
  ['81 KB', [0x30, 0x80, 0x89, 0x05]],
])('a packet that claims %s is not waited for', async (_size, head) => {
  const device = await newDevice(mine.admin)
  const socket = await open()
  const answered = firstBytes(socket)
  socket.write(hello(device.key, device.secret))
  await answered
  const end = closed(socket)
  socket.write(Buffer.from(head))
  await end
})

test('subscriptions to everything, to the broker’s own and to another tenant’s are refused one by one', async () => {
  const [device, other] = [await newDevice(mine.admin), await newDevice(theirs.admin)]
  const client = await connect(app, device)
  const heard: string[] = []
  client.on('message', (topic) => heard.push(topic))
  for (const filter of [
    '#',
    '$SYS/#',
    '+/+/+/+',
    '/#',
    `v1/devices/${other.key}/telemetry`,
    `v1/devices/${other.key}/commands`,
    `${theirs.id}/${other.id}/#`,
    '$share/g/#',
  ]) {
    const granted = await client.subscribeAsync(filter, { qos: 1 }).then(
      (all) => all[0]!.qos,
      () => 128,
    )
    expect([filter, granted]).toEqual([filter, 128])
  }
  const speaker = await connect(app, other)
  for (let i = 0; i < 10; i++) await report(speaker, { airTemperature: i })
  await wait(50)
  expect(heard).toEqual([])
  await Promise.all([client.endAsync(), speaker.endAsync()])
})

describe('failed sign-ins', () => {
  const answerTo = async (key: string, secret: string, from: string) => {
    const socket = await open(from)
    const answered = firstBytes(socket)
    socket.write(hello(key, secret))
    const code = (await answered)[3]
    socket.destroy()
    return code
  }
  test('are limited per address and name, and lock nobody out elsewhere', async () => {
    const device = await newDevice(mine.admin)
    const codes = []
    for (let i = 0; i < 12; i++) codes.push(await answerTo(device.key, 'wrong', '127.0.0.9'))
    expect(codes).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5])
    expect(await answerTo(device.key, device.secret, '127.0.0.9')).toBe(5)
    expect(await answerTo(device.key, device.secret, '127.0.0.1')).toBe(0)
    const another = await newDevice(mine.admin)
    expect(await answerTo(another.key, another.secret, '127.0.0.9')).toBe(0)
  })
})
