import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { PassThrough } from 'node:stream'
import type { Client } from 'aedes'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { describe, expect, test } from 'vitest'
import {
  deviceMessages,
  latestValues,
  renewCredential,
  revokeCredential,
  showCredential,
} from '#contract/equipment/device-calls.ts'
import { rows } from '#server/db/database.ts'
import { Connections } from '#server/mqtt/connections.ts'
import { connect, ended, newDevice, report, telemetryTopic } from './devices.ts'
import { newMember, seeAll } from './harness.ts'
import { twoFarms } from './ground.ts'

const { app, mine, theirs } = await twoFarms()

test('what is acknowledged is stored, and the API answers it', async () => {
  const device = await newDevice(mine.admin)
  const client = await connect(app, device)
  await report(client, { ts: Date.now() - 5000, values: { airTemperature: 23.4, airHumidity: 71 } })
  const stored = await app.db.read(mine.id, (tx) =>
    rows<{ metric: string; value: number }>(
      tx,
      sql`select metric, value from telemetry where device_id = ${device.id} order by metric`,
    ),
  )
  expect(stored).toEqual([
    { metric: 'airHumidity', value: 71 },
    { metric: 'airTemperature', value: 23.4 },
  ])
  const latest = await mine.admin.call(latestValues, { id: device.id })
  expect(latest).toMatchObject([
    { metric: 'airHumidity', value: 71, clock: 0 },
    { metric: 'airTemperature', value: 23.4, clock: 0 },
  ])
  expect(await mine.admin.call(callOf(deviceEntity, 'show'), { id: device.id })).toMatchObject({
    online: 1,
    lastSeenAt: expect.any(String),
    objectVersionNumber: 1,
  })
  expect(await mine.admin.call(deviceMessages, { id: device.id })).toMatchObject([
    { outcome: 'stored', points: 2, problems: [] },
  ])
  for (const qos of [0, 2] as const)
    await client.publishAsync(
      telemetryTopic,
      JSON.stringify({ ts: Date.now() - 1000 + qos, values: { airTemperature: 20 + qos } }),
      { qos },
    )
  await expect
    .poll(async () => (await mine.admin.call(latestValues, { id: device.id }))[1]!.value)
    .toBe(22)
  await client.endAsync()
})

describe('a credential', () => {
  test('lets in whoever has its secret, and nobody else', async () => {
    const device = await newDevice(mine.admin)
    for (const wrong of [
      { key: device.key, secret: 'wrong' },
      { key: 'nobody', secret: device.secret },
      { key: device.key, secret: '' },
      { key: `${device.key}' or '1'='1`, secret: device.secret },
    ]) {
      await expect(connect(app, wrong)).rejects.toMatchObject({ code: 4 })
    }
    await expect(
      connect(app, device, { username: undefined, password: undefined }),
    ).rejects.toMatchObject({ code: 4 })
    await (await connect(app, device)).endAsync()
  })

  test('is shown once and kept as a hash, also where a call is repeated', async () => {
    const device = await newDevice(mine.admin)
    const once = { 'idempotency-key': 'renew-once' }
    const first = (await mine.admin.send(renewCredential, { id: device.id }, once)).json() as {
      key: string
      secret: string
    }
    // No answer that holds a secret is kept: whoever repeats the call is told so, and nothing is
    // done again.
    const second = await mine.admin.send(renewCredential, { id: device.id }, once)
    expect([second.statusCode, second.body.includes(first.secret)]).toEqual([409, false])
    const everything = await seeAll(app)
    const { rows: tables } = await everything.query<{ relname: string }>(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    for (const { relname } of tables) {
      const { rows: found } = await everything.query(
        `select 1 from "${relname}" t where t::text like '%${first.secret}%'`,
      )
      expect([relname, found.length]).toEqual([relname, 0])
    }
    await everything.end()
    expect(await mine.admin.call(showCredential, { id: device.id })).toEqual({
      channels: null,
      httpUrl: expect.any(String),
      mqttHost: null,
      key: first.key,
      createdAt: expect.any(String),
      mqttPort: app.broker!.port,
      example: null,
    })
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['renewed', (id) => mine.admin.call(renewCredential, { id })],
    ['revoked', (id) => mine.admin.call(revokeCredential, { id })],
    [
      'of a device that is deleted',
      (id) => mine.admin.call(callOf(deviceEntity, 'delete'), { id }),
    ],
    [
      'of a device that is switched off',
      async (id) => {
        const { name, eui, areaId, objectVersionNumber } = await mine.admin.call(
          callOf(deviceEntity, 'show'),
          { id },
        )
        await mine.admin.call(callOf(deviceEntity, 'edit'), {
          id,
          name,
          eui,
          areaId,
          objectVersionNumber,
          enabledFlag: 0,
        })
      },
    ],
  ])('%s cuts its connection within a second, on every process', async (_what, change) => {
    const device = await newDevice(mine.admin)
    const beside = await app.beside({ mqtt: { host: '127.0.0.1', port: 0 } })
    for (const where of [app, beside]) {
      const fresh = where === app ? device : { ...device, ...(await newDevice(mine.admin)) }
      const client = await connect(where, fresh)
      const gone = ended(client)
      const startedAt = performance.now()
      await change(fresh.id)
      await gone
      expect(performance.now() - startedAt).toBeLessThan(1000)
      await expect(connect(where, fresh)).rejects.toMatchObject({ code: 4 })
    }
  })

  test('that was taken back unheard cuts its connection when everybody is asked again', async () => {
    const connections = await Connections.open(app.db, app.deviceGuesses)
    const device = await newDevice(mine.admin)
    const conn = new PassThrough()
    const client = { conn } as unknown as Client
    expect(await connections.admit(client, device.key, Buffer.from(device.secret))).toMatchObject({
      deviceId: device.id,
    })
    await connections.askAgain()
    expect(conn.destroyed).toBe(false)
    await app.db.write(mine.id, (tx) =>
      sql`delete from device_credential where device_id = ${device.id}`.execute(tx),
    )
    await connections.askAgain()
    expect(conn.destroyed).toBe(true)
    await connections.close()
  })

  test('is given by whoever may, and read by nobody else', async () => {
    const device = await newDevice(mine.admin)
    const reader = await newMember(app, mine, [
      'wfpf.company.system.deviceManager',
      'wfpf.company.system.deviceManager.ps.edit',
    ])
    for (const [who, status] of [
      [reader, 403],
      [theirs.admin, 404],
    ] as const) {
      const answers = await Promise.all([
        who.send(showCredential, { id: device.id }),
        who.send(renewCredential, { id: device.id }),
        who.send(revokeCredential, { id: device.id }),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status])
    }
  })
})

describe('a device', () => {
  test.each([
    'v1/devices/other/telemetry',
    'v1/devices/me/commands',
    'v1/devices/me',
    'a',
    '$SYS/x',
    '101/1/telemetry',
  ])('that publishes to %s is cut off', async (topic) => {
    const client = await connect(app, await newDevice(mine.admin))
    const gone = ended(client)
    client.publish(topic, '{}', { qos: 1 })
    await gone
  })

  test('may subscribe to its own commands only', async () => {
    const client = await connect(app, await newDevice(mine.admin))
    for (const filter of [
      '#',
      '+/#',
      'v1/#',
      'v1/devices/+/telemetry',
      'v1/devices/me/telemetry',
      '$SYS/#',
      'v1/devices/me/commands/#',
    ]) {
      const granted = await client.subscribeAsync(filter, { qos: 1 }).then(
        (all) => all[0]!.qos,
        () => 128,
      )
      expect([filter, granted]).toEqual([filter, 128])
    }
    expect((await client.subscribeAsync('v1/devices/me/commands', { qos: 1 }))[0]!.qos).toBe(1)
    await client.endAsync()
  })

  test('hears nothing of what others publish, whatever they call themselves', async () => {
    const [listener, speaker] = [await newDevice(mine.admin), await newDevice(theirs.admin)]
    const a = await connect(app, listener, { clientId: 'same' })
    const heard: string[] = []
    a.on('message', (topic) => heard.push(topic))
    await a.subscribeAsync('v1/devices/me/commands', { qos: 1 })
    const b = await connect(app, speaker, { clientId: 'same' })
    for (let i = 0; i < 20; i++) await report(b, { airTemperature: i })
    await b.publishAsync(telemetryTopic, '{"airTemperature":1}', { qos: 1, retain: true })
    expect([a.connected, heard]).toEqual([true, []])
    const foreign = await app.db.read(mine.id, (tx) =>
      rows(tx, sql`select 1 from telemetry where device_id = ${speaker.id}`),
    )
    expect(foreign).toEqual([])
    await Promise.all([a.endAsync(), b.endAsync()])
  })

  test('has one connection, the newest', async () => {
    const device = await newDevice(mine.admin)
    const first = await connect(app, device, { clientId: 'one' })
    const gone = ended(first)
    const second = await connect(app, device, { clientId: 'two' })
    await gone
    await report(second, { airTemperature: 1 })
    await second.endAsync()
  })

  test('with a will for others is not let in', async () => {
    const device = await newDevice(mine.admin)
    const client = mqtt.connect(`mqtt://127.0.0.1:${app.broker!.port}`, {
      username: device.key,
      password: device.secret,
      reconnectPeriod: 0,
      will: { topic: telemetryTopic, payload: Buffer.from('{}'), qos: 0, retain: true },
    })
    let isIn = false
    client.on('connect', () => (isIn = true))
    await ended(client)
    expect(isIn).toBe(false)
  })
})
