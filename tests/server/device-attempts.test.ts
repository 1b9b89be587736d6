import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deviceAttempts, strangeAttempts } from '#contract/equipment/device-calls.ts'
import { rows } from '#server/db/database.ts'
import { shownName } from '#server/modules/equipment/engine/attempts.ts'
import { connect, ended, newDevice, report, type Field } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember } from './harness.ts'

const { app, mine, theirs } = await twoFarms()

const of = (device: Field, who = mine.admin) => who.call(deviceAttempts, { id: device.id })
const reasons = async (device: Field, who = mine.admin) =>
  (await of(device, who)).map(({ reason, count }) => `${reason} ${count}`).toSorted()
const strange = (who = mine.admin) => who.call(strangeAttempts)
const fails = (key: string, secret: string) =>
  expect(connect(app, { key, secret })).rejects.toThrow(/./)
const within = { timeout: 6000, interval: 100 }

test('what a device did wrong stands on its page, and nowhere else, without its secret', async () => {
  const device = await newDevice(mine.admin)
  const foreign = await newDevice(theirs.admin)
  await fails(device.key, 'not-the-secret-of-it')
  await fails(device.key, 'not-the-secret-of-it')
  await fails(String(device.eui), device.secret)
  await fails(device.secret, device.key)
  const post = await app.http.inject({
    method: 'POST',
    url: '/ingest/v1/telemetry',
    headers: { authorization: `Basic ${Buffer.from(`${device.key}:wrong`).toString('base64')}` },
    payload: { airTemperature: 1 },
  })
  expect(post.statusCode).toBe(401)
  const stray = await connect(app, device)
  const gone = ended(stray)
  stray.publish('v1/devices/other/telemetry', '{}', { qos: 1 })
  await gone
  const greedy = await connect(app, device)
  await expect(greedy.subscribeAsync('#')).rejects.toThrow(/./)
  const cut = ended(greedy)
  greedy.publish('v1/devices/me/telemetry', Buffer.alloc(90_000, 32), { qos: 1 })
  await cut
  await expect
    .poll(() => reasons(device), within)
    .toEqual(['eui 1', 'packet 1', 'secret 3', 'subscription 1', 'swapped 1', 'topic 1'])
  expect(await reasons(foreign, theirs.admin)).toEqual([])
  expect((await theirs.admin.send(deviceAttempts, { id: device.id })).statusCode).toBe(404)
  expect(await strange(theirs.admin)).toEqual([])
  const all = JSON.stringify(
    await app.db.read(mine.id, (tx) => rows(tx, sql`select * from device_attempt`)),
  )
  for (const secret of [device.secret, 'not-the-secret-of-it', 'wrong'])
    expect(all).not.toContain(secret)
  const member = await newMember(app, mine, ['wfpf.company.system.deviceManager'])
  expect((await member.send(deviceAttempts, { id: device.id })).statusCode).toBe(403)
})

test('a device that is switched off says that', async () => {
  const device = await newDevice(mine.admin, 'gateway_weather', { enabledFlag: 0 })
  await fails(device.key, device.secret)
  await expect.poll(() => reasons(device), within).toEqual(['off 1'])
})

test('a name of nobody’s shows where one enterprise alone has devices behind that address, and to none where two have', async () => {
  const device = await newDevice(mine.admin)
  await app.db.write(theirs.id, (tx) => sql`delete from device_network`.execute(tx))
  const client = await connect(app, device)
  await report(client, { airTemperature: 20 })
  await client.endAsync()
  await expect
    .poll(() => app.db.read(mine.id, (tx) => rows(tx, sql`select 1 from device_network`)), within)
    .toHaveLength(1)
  await fails('d-nobody', 'x')
  await expect
    .poll(async () => (await strange()).map(({ name, reason }) => [name, reason]), within)
    .toEqual([['d-nobody', 'unknown']])
  expect(await strange(theirs.admin)).toEqual([])
  const other = await newDevice(theirs.admin)
  await (await connect(app, other)).endAsync()
  await expect
    .poll(() => app.db.read(theirs.id, (tx) => rows(tx, sql`select 1 from device_network`)), within)
    .toHaveLength(1)
  await fails('d-nobody-either', 'x')
  await fails(other.key, 'x')
  await expect.poll(() => reasons(other, theirs.admin), within).toEqual(['secret 1'])
  expect([(await strange()).length, await strange(theirs.admin)]).toEqual([1, []])
})

test('what was tried is bounded: many names are a few rows, and names that read like secrets are not shown', async () => {
  const device = await newDevice(theirs.admin)
  for (let i = 0; i < 30; i++)
    await app.db.platform((tx) =>
      sql`select furrow_note_attempts(${JSON.stringify([{ name: device.key, reason: 'secret', address: `10.0.0.${i}`, network: `10.0.0.${i}`, count: 1 }])}::jsonb)`.execute(
        tx,
      ),
    )
  expect(await of(device, theirs.admin)).toHaveLength(20)
  expect([shownName('soil-17'), shownName('hV3-k2_9sQpLw0aZ4tYbN7xM1cR8eU5d')]).toEqual([
    'soil-17',
    'hV3…',
  ])
})
