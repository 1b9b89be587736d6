import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { renewLoraToken } from '#contract/connectivity/lora.ts'
import { rows } from '#server/db/database.ts'
import { newDevice } from './devices.ts'
import { app, mine, network, newEui, theirs, up } from './lora-ground.ts'

const beside = await app.beside()
let places = 0
let here = ''
beforeEach(() => (here = `10.9.${++places}.1`))
const push = async (token: string, from = here, on: Pick<typeof app, 'http'> = app) =>
  (
    await on.http.inject({
      method: 'POST',
      url: '/ingest/v1/lorawan?event=up',
      remoteAddress: from,
      headers: { authorization: `Bearer ${token}` },
      payload: up(newEui()),
    })
  ).statusCode
const many = async (count: number, tokenOf: (i: number) => string) => {
  const said: number[] = []
  for (let i = 0; i < count; i++) said.push(await push(tokenOf(i), here, i % 2 ? beside : app))
  return said
}
const pass = (seconds: number) =>
  app.db.platform((tx) =>
    sql`update attempt set first_at = first_at - ${seconds} * interval '1 second'`.execute(tx),
  )

test('a token that nobody has is looked for ten times a minute in a network, by all processes', async () => {
  const { id, token } = await network(mine)
  await mine.admin.call(renewLoraToken, { id })
  expect(await many(13, () => token)).toEqual([...Array(10).fill(401), ...Array(3).fill(429)])
  // Elsewhere it is somebody else's mistake.
  expect(await push(token, `${here}9`)).toBe(401)
  const kept = await app.db.platform((tx) =>
    rows<{ key: string }>(tx, sql`select key from attempt where key like 'lora%'`),
  )
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('a network that tries many waits a minute; who is at home there goes on, and nobody else is kept out', async () => {
  const [own, strange] = [await network(mine), await network(theirs)]
  expect(await push(own.token)).toBe(204)
  await app.deviceAttempts.flush()
  await many(200, (i) => `guess-${places}-${i}`)
  expect([
    await push('guess-fresh'),
    await push(own.token, here, beside),
    await push(strange.token, here, beside),
    await push(strange.token, `${here}9`),
  ]).toEqual([429, 204, 429, 204])
  // Guesses at tokens are none at devices.
  const device = await newDevice(theirs.admin)
  const found = await app.deviceGuesses.admit(device.key, Buffer.from(device.secret), here)
  expect(found).toMatchObject({ deviceId: device.id })
  await pass(61)
  expect(await push('guess-later')).toBe(401)
})
