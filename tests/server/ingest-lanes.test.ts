import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseTelemetry } from '#server/modules/telemetry/engine/parse-telemetry.ts'
import { newDevice } from './devices.ts'
import { oneStore } from './ground.ts'

const { app, mine } = await oneStore()
const says = (deviceId: number, value: number) =>
  new Promise<void>((resolve, reject) =>
    app.ingestQueue.message(
      mine.id,
      parseTelemetry(
        { deviceId, deviceType: 'gateway_weather', dialect: 'standard' },
        Buffer.from(JSON.stringify({ values: { airTemperature: value } })),
      ),
      (error) => (error ? reject(error) : resolve()),
    ),
  )

test('one half of the devices is stored while the database is at work for the other', async () => {
  const even: number[] = []
  const odd: number[] = []
  while (even.length === 0 || odd.length === 0) {
    const { id } = await newDevice(mine.admin)
    ;(id % 2 === 0 ? even : odd).push(id)
  }
  const [held, free] = [even[0]!, odd[0]!]
  await Promise.all([says(held, 1), says(free, 1)])
  let isStored = false
  let waiting = Promise.resolve()
  await app.db.write(mine.id, async (tx) => {
    await sql`select from device_latest where device_id = ${held} for update`.execute(tx)
    waiting = says(held, 2).then(() => void (isStored = true))
    await pause(100)
    const first = await Promise.race([says(free, 2).then(() => 'stored'), pause(5000, 'waits')])
    expect([first, isStored]).toEqual(['stored', false])
  })
  await waiting
})

test('devices that are answered together and go on are stored together again', async () => {
  const { id } = await newDevice(mine.admin)
  const many = 150
  await says(id, 0)
  const batches: number[] = []
  const { onCommit } = app.ingestQueue
  app.ingestQueue.onCommit = (_, messages) => void batches.push(messages)
  const again: Promise<void>[] = []
  let first: Promise<unknown> = Promise.resolve()
  await app.db.write(mine.id, async (tx) => {
    await sql`select from device_latest where device_id = ${id} for update`.execute(tx)
    first = Promise.all(
      Array.from({ length: many }, async (_, i) => {
        await says(id, i % 40)
        // Half of them take their time.
        again.push(pause(i % 2 === 0 ? 0 : 30).then(() => says(id, i % 40)))
      }),
    )
    // As long as a batch takes its devices are waited for.
    await pause(200)
  })
  await first
  await Promise.all(again)
  app.ingestQueue.onCommit = onCommit
  expect(batches).toEqual([many, many])
})
