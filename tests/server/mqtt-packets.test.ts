import { connect as dial, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { rows } from '#server/db/database.ts'
import { IllegalPacket } from '#server/mqtt/packet-body.ts'
import { checkPacket } from '#server/mqtt/packet-check.ts'
import { connect, newDevice, report, telemetryTopic } from './devices.ts'
import { twoFarms } from './ground.ts'

const { app, mine } = await twoFarms()

describe('a packet', () => {
  const text = (value: string | Buffer) => {
    const bytes = Buffer.from(value as string)
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
  }
  const packet = (first: number, ...parts: (Buffer | number[])[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
    return Buffer.concat([
      Buffer.from(
        body.length < 128
          ? [first, body.length]
          : [first, (body.length % 128) | 128, Math.trunc(body.length / 128)],
      ),
      body,
    ])
  }
  const hello = (...rest: (Buffer | number[])[]) => packet(0x10, text('MQTT'), [4], ...rest)
  const illegal: [string, Buffer][] = [
    ['type 0', packet(0x00)],
    ['type 15', packet(0xf0)],
    ['CONNACK from a client', packet(0x20, [0, 0])],
    ['PINGRESP from a client', packet(0xd0)],
    ['SUBACK from a client', packet(0x90, [0, 1, 0])],
    ['reserved flags', packet(0xc1)],
    ['SUBSCRIBE without its flag', packet(0x80, [0, 1], text('a'), [0])],
    ['PINGREQ with a body', packet(0xc0, [1])],
    ['quality of service 3', packet(0x36, text('a'), [0, 1])],
    ['a duplicate without quality of service', packet(0x38, text('a'))],
    ['packet identifier 0', packet(0x32, text('a'), [0, 0])],
    ['U+0000 in a topic', packet(0x30, text('a\u0000'))],
    ['U+0001 in a topic', packet(0x30, text('a\u0001'))],
    ['U+007F in a filter', packet(0x82, [0, 1], text('a\u007f'), [0])],
    ['U+009F in a filter', packet(0xa2, [0, 1], text('a\u009f'))],
    ['a surrogate in a topic', packet(0x30, text(Buffer.from([0xed, 0xa0, 0x80])))],
    ['an overlong form', packet(0x30, text(Buffer.from([0xc0, 0xaf])))],
    ['a wildcard in a topic', packet(0x30, text('a/#'))],
    ['an empty topic', packet(0x30, text(''))],
    ['a topic longer than its packet', packet(0x30, [0, 9, 97])],
    ['SUBSCRIBE without filters', packet(0x82, [0, 1])],
    ['SUBSCRIBE with identifier 0', packet(0x82, [0, 0], text('a'), [0])],
    ['quality of service 3 asked for', packet(0x82, [0, 1], text('a'), [3])],
    ['# in the middle', packet(0x82, [0, 1], text('a/#/b'), [0])],
    ['# within a level', packet(0x82, [0, 1], text('a#'), [0])],
    ['+ within a level', packet(0x82, [0, 1], text('a+/b'), [0])],
    ['an empty filter', packet(0x82, [0, 1], text(''), [0])],
    ['UNSUBSCRIBE without filters', packet(0xa2, [0, 1])],
    ['PUBACK with identifier 0', packet(0x40, [0, 0])],
    ['PUBREL without its flag', packet(0x60, [0, 1])],
    ['another protocol', packet(0x10, text('HTTP'), [4, 2, 0, 60], text('a'))],
    ['the reserved connect flag', hello([1, 0, 60], text('a'))],
    ['will bits without a will', hello([8, 0, 60], text('a'))],
    ['a password without a name', hello([64, 0, 60], text('a'), text('p'))],
    ['U+0000 in a client’s name', hello([2, 0, 60], text('a\u0000'))],
    ['CONNECT with something behind it', hello([2, 0, 60], text('a'), [1])],
    ['CONNECT that ends early', hello([130, 0, 60], text('a'))],
    ['CONNECT with reserved flags', packet(0x14, text('MQTT'), [4, 2, 0, 60], text('a'))],
    ['a control character in a user name', hello([130, 0, 60], text('a'), text('u\u001f'))],
    ['a bridge', packet(0x10, text('MQTT'), [0x84, 2, 0, 60], text('a'))],
  ]
  test.each(illegal)('that MQTT does not allow is not let through: %s', (_name, bytes) => {
    expect(() => checkPacket(bytes, 2)).toThrow(IllegalPacket)
  })
  test.each<[string, Buffer]>([
    [
      'CONNECT',
      hello(
        [0xc6, 0, 60],
        text('a'),
        text('v1/devices/me/status'),
        text('offline'),
        text('u'),
        text('p'),
      ),
    ],
    ['PUBLISH', packet(0x3a, text('a/雨'), [0, 1, 123])],
    ['SUBSCRIBE', packet(0x82, [0, 1], text('a/+/#'), [2], text('+'), [0])],
    ['UNSUBSCRIBE', packet(0xa2, [0, 1], text('#'))],
    ['PINGREQ', packet(0xc0)],
    ['DISCONNECT', packet(0xe0)],
    ['PUBREL', packet(0x62, [0, 1])],
    [
      'CONNECT of 3.1 with the bits it leaves open',
      packet(0x14, text('MQIsdp'), [3, 3, 0, 60], text('a')),
    ],
  ])('that it allows is: %s', (_name, bytes) => {
    expect(checkPacket(bytes, 2)).toBe(bytes[0]! >> 4)
  })

  test.each<[string, Buffer, number]>([
    ['another version', packet(0x10, text('MQTT'), [5, 2, 0, 60, 0], text('a')), 1],
    ['a version of the other name', packet(0x10, text('MQTT'), [3, 2, 0, 60], text('a')), 1],
    ['3.1.1 by the name of 3.1', packet(0x10, text('MQIsdp'), [4, 2, 0, 60], text('a')), 1],
    ['a session to be kept for nobody', hello([0, 0, 60], text('')), 2],
    ['3.1 without a client identifier', packet(0x10, text('MQIsdp'), [3, 2, 0, 60], text('')), 2],
  ])('that asks for what there is not is told so: %s', async (_name, bytes, code) => {
    const socket = await open()
    const closed = closes(socket)
    socket.write(bytes)
    expect([...(await closed)]).toEqual([0x20, 2, 0, code])
  })

  test('of version 3.1 is taken as that version has it', async () => {
    const device = await newDevice(mine.admin)
    const socket = await open()
    const answered = new Promise<Buffer>((resolve) => socket.once('data', resolve))
    socket.write(
      packet(
        0x14,
        text('MQIsdp'),
        [3, 0xc1, 0, 60],
        text('x'),
        text(device.key),
        text(device.secret),
      ),
    )
    expect([...(await answered)]).toEqual([0x20, 2, 0, 0])
    socket.destroy()
  })

  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = dial(app.broker!.port, '127.0.0.1', () => resolve(socket))
      socket.on('error', () => undefined)
    })
  const closes = (socket: Socket) =>
    new Promise<Buffer>((resolve) => {
      const parts: Buffer[] = []
      socket.on('data', (part: Buffer) => parts.push(part))
      socket.once('close', () => resolve(Buffer.concat(parts)))
    })

  test('closes its connection at once, whether first, later, or in pieces', async () => {
    const device = await newDevice(mine.admin)
    const connecting = hello([0xc2, 0, 60], text('x'), text(device.key), text(device.secret))
    for (const bytes of [
      packet(0x30, text('a')),
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 1]),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    ]) {
      const socket = await open()
      const closed = closes(socket)
      socket.write(bytes)
      expect((await closed).length).toBe(0)
    }
    for (const [, bytes] of illegal.slice(0, 12)) {
      const socket = await open()
      const closed = closes(socket)
      const answered = new Promise((resolve) => socket.once('data', resolve))
      socket.write(connecting)
      await answered
      for (const byte of bytes) socket.write(Buffer.from([byte]))
      expect((await closed)[3]).toBe(0)
    }
    const twice = await open()
    const closed = closes(twice)
    twice.write(Buffer.concat([connecting, connecting]))
    await closed
    // The broker is none the worse for it.
    const client = await connect(app, device)
    await report(client, { airTemperature: 1 })
    await client.endAsync()
  })

  test('of mutated kinds neither crashes the broker nor disturbs others', async () => {
    const device = await newDevice(mine.admin)
    const honest = await connect(app, await newDevice(mine.admin))
    const seeds = [
      hello([0xc2, 0, 60], text('x'), text(device.key), text(device.secret)),
      packet(0x32, text(telemetryTopic), [0, 1], Buffer.from('{"airTemperature":1}')),
      packet(0x82, [0, 1], text('v1/devices/me/commands'), [1]),
    ]
    let seed = 11
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below
    for (let round = 0; round < 150; round++) {
      const socket = await open()
      if (round % 2) socket.write(seeds[0]!)
      const bytes = Buffer.concat(Array.from({ length: 4 }, () => Buffer.from(seeds[random(3)]!)))
      for (let n = 0; n < 4; n++) bytes[random(bytes.length)] = random(256)
      socket.write(bytes.subarray(0, 1 + random(bytes.length)))
      if (round % 25 === 0) await report(honest, { airTemperature: round / 10 })
      setTimeout(() => socket.destroy(), 20)
    }
    await report(honest, { airTemperature: 1 })
    await honest.endAsync()
  })
})

describe('while the database keeps everybody waiting', () => {
  test('nobody is acknowledged, memory is bounded, and everything is there afterwards', async () => {
    const device = await newDevice(mine.admin)
    const client = await connect(app, device)
    await report(client, { ts: Date.now() - 10_000_000, values: { airTemperature: 0 } })
    const lock = new pg.Client({ connectionString: app.owner })
    await lock.connect()
    await lock.query('begin; lock table telemetry in exclusive mode')
    const at = Date.now() - 9_000_000
    let acknowledged = 0
    const list = (i: number) =>
      Array.from({ length: 50 }, (_, n) => ({
        ts: at + i * 50 + n,
        values: { airTemperature: n, airHumidity: n, windSpeed: n, pressure: 1000 + n },
      }))
    const sent = Array.from({ length: 400 }, (_, i) =>
      report(client, list(i)).then(() => acknowledged++),
    )
    await wait(1500)
    expect(acknowledged).toBe(0)
    // 80,000 points were sent: what is not read yet waits in the device, not here.
    expect(app.ingestQueue.waiting).toBeLessThan(45_000)
    await lock.query('commit')
    await lock.end()
    await Promise.all(sent)
    const [count] = await app.db.read(mine.id, (tx) =>
      rows<{ n: number }>(
        tx,
        sql`select count(*) as n from telemetry where device_id = ${device.id}`,
      ),
    )
    expect([acknowledged, count!.n, app.ingestQueue.waiting]).toEqual([400, 80_001, 0])
    await client.endAsync()
  })
})
