import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#server/db/database.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'

const { app, mine, theirs } = await twoFarms()
const beside = await app.beside()
const wrong = Buffer.from('wrong')
const guess = (
  key: string,
  from: string,
  secret = wrong,
  on: { deviceGuesses: typeof app.deviceGuesses } = app,
) =>
  on.deviceGuesses
    .admit(key, secret, from)
    .then((found) => (found === null || found === 'limited' ? (found ?? 'refused') : 'in'))
const tally = async (answers: readonly Promise<string>[]) => {
  const counts: Record<string, number> = {}
  for (const one of await Promise.all(answers)) counts[one] = (counts[one] ?? 0) + 1
  return counts
}
const counted = () =>
  app.db.platform((tx) =>
    rows<{ key: string; failures: number }>(
      tx,
      sql`select key, failures from attempt where key like 'device%' order by key`,
    ),
  )
const pass = (seconds: number) =>
  app.db.platform((tx) =>
    sql`update attempt set first_at = first_at - ${seconds} * interval '1 second'`.execute(tx),
  )
let network = 0
let here = ''
beforeEach(() => (here = `10.0.${++network}.1`))
/** Somebody of the tenant is let in from there, and that is written down. */
const settle = async (from: string) => {
  const device = await newDevice(mine.admin)
  expect(await guess(device.key, from, Buffer.from(device.secret))).toBe('in')
  await app.deviceAttempts.flush()
  return device
}

test('two processes count together: a guesser gets ten, wherever they knock', async () => {
  const device = await newDevice(mine.admin)
  const answers = []
  for (let i = 0; i < 14; i++)
    answers.push(await guess(device.key, here, wrong, i % 2 ? beside : app))
  expect(answers).toEqual([...Array(10).fill('refused'), ...Array(4).fill('limited')])
  const right = Buffer.from(device.secret)
  expect([
    await guess(device.key, here, right),
    await guess(device.key, here, right, beside),
    await guess(device.key, `${here}9`, right, beside),
  ]).toEqual(['limited', 'limited', 'in'])
})

test('a hundred at once at each of two: no more are looked at than in a row, and one more', async () => {
  const device = await newDevice(mine.admin)
  const counts = await tally(
    Array.from({ length: 200 }, (_, i) => guess(device.key, here, wrong, i % 2 ? beside : app)),
  )
  expect(counts.refused).toBeGreaterThanOrEqual(10)
  expect(counts.refused).toBeLessThanOrEqual(11)
})

test('who is right costs no write, and forgets what was wrong before', async () => {
  const device = await newDevice(mine.admin)
  const right = Buffer.from(device.secret)
  const before = await counted()
  for (let i = 0; i < 5; i++) expect(await guess(device.key, here, right)).toBe('in')
  expect(await counted()).toEqual(before)
  const at = new Set(before.map(({ key }) => key))
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 9; i++) expect(await guess(device.key, here)).toBe('refused')
    expect(await guess(device.key, here, right, beside)).toBe('in')
  }
  const left = (await counted()).filter(({ key }) => !at.has(key) && key.startsWith('device:'))
  expect(left).toEqual([])
})

test('a network is limited whatever the names, for a minute, and an IPv6 network is one', async () => {
  const many = async (place: (i: number) => string) => {
    for (let i = 0; i < 200; i++) await guess(`name ${i}`, place(i), wrong, i % 2 ? beside : app)
  }
  await many(() => here)
  expect([await guess('fresh', here, wrong, beside), await guess('fresh', `${here}9`)]).toEqual([
    'limited',
    'refused',
  ])
  await pass(61)
  expect(await guess('another', here)).toBe('refused')
  await many((i) => `2001:db8:1:2:${i.toString(16)}::1`)
  expect([
    await guess('x', '2001:db8:1:2:ffff::9'),
    await guess('x', '2001:db8:1:3::1', wrong, beside),
  ]).toEqual(['limited', 'refused'])
})

test('guesses in a network leave devices that are at home there alone, also those with a wrong secret', async () => {
  const device = await settle(here)
  const neighbour = await newDevice(mine.admin)
  const stranger = await newDevice(theirs.admin)
  for (let i = 0; i < 200; i++) await guess(`guess ${i}`, here)
  expect([
    await guess('guess 500', here),
    await guess(device.key, here, Buffer.from(device.secret), beside),
    await guess(neighbour.key, here, Buffer.from(neighbour.secret)),
    await guess(stranger.key, here, Buffer.from(stranger.secret)),
  ]).toEqual(['limited', 'in', 'in', 'limited'])
})

test('a broken device that is at home counts against nobody else', async () => {
  const device = await settle(here)
  for (let i = 0; i < 10; i++) await guess(device.key, here)
  expect((await counted()).filter(({ key }) => key.endsWith(here))).toEqual([
    { key: expect.stringMatching(/^device:/), failures: 10 },
  ])
  expect(await guess('another', here)).toBe('refused')
})

test('over HTTP they are counted with those by MQTT; no name and none that a database refuses is looked at', async () => {
  const device = await newDevice(mine.admin)
  const post = async (key: string, secret: string) =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/ingest/v1/telemetry',
        remoteAddress: here,
        headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
        payload: { airTemperature: 1 },
      })
    ).statusCode
  for (let i = 0; i < 9; i++) await guess(device.key, here, wrong, beside)
  expect([
    await post(device.key, 'wrong'),
    await post(device.key, device.secret),
    await post('d-\u0000', 'x'),
    await post('', ''),
  ]).toEqual([401, 429, 401, 401])
})

test('what is kept of a name is no name: it may have been a secret', async () => {
  const name = 'hV3-k2_9sQpLw0aZ4tYbN7xM1cR8eU5d'
  await guess(name, here)
  const kept = JSON.stringify(await counted())
  // Fewer letters than eight may stand in any hash.
  expect(name.match(/.{8}/g)!.filter((part) => kept.includes(part))).toEqual([])
})
