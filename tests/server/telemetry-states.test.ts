import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { callOf } from '#contract/entity-calls.ts'
import { deviceOutages } from '#contract/equipment/device-calls.ts'
import { sweepSilent } from '#server/modules/telemetry/engine/silence.ts'
import { connect, ended, newDevice, report, statusTopic, telemetryTopic } from './devices.ts'
import { oneFarm } from './ground.ts'

const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
const device = await newDevice(mine.admin)

describe('what is stored', () => {
  test('goes offline at its last will, and by silence; comes back with its next message', async () => {
    const shown = async () =>
      (await mine.admin.call(callOf(deviceEntity, 'show'), { id: field.id })).online
    const outages = () => mine.admin.call(deviceOutages, { id: field.id })
    const field = await newDevice(mine.admin, 'gateway_weather', { reportMinutes: 5 })
    const will = {
      topic: statusTopic,
      payload: Buffer.from('offline'),
      qos: 1 as const,
      retain: false,
    }
    const client = await connect(app, field, { will })
    await report(client, { airTemperature: 1 })
    expect(await shown()).toBe(1)
    const startedAt = performance.now()
    client.stream.destroy()
    await ended(client)
    await expect.poll(shown, { timeout: 2000, interval: 20 }).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(2000)
    const again = await connect(app, field, { will })
    await report(again, { airTemperature: 2 })
    expect([
      await shown(),
      (await outages()).map(({ reason, endedAt }) => [reason, endedAt !== null]),
    ]).toEqual([1, [['will', true]]])
    // A newer connection of the same device takes the older one's place: that is no outage.
    const newer = await connect(app, field, { will })
    await report(newer, { airTemperature: 3 })
    expect([await shown(), (await outages()).length]).toEqual([1, 1])
    // A goodbye is no will; silence is found by the sweep.
    await newer.endAsync()
    const silentFor = (seconds: number) =>
      app.db.write(mine.id, (tx) =>
        sql`update device set last_seen_at = now() - ${`${seconds} seconds`}::interval where id = ${field.id}`.execute(
          tx,
        ),
      )
    await silentFor(740)
    await sweepSilent(app.db, app.ingestQueue)
    expect(await shown()).toBe(1)
    await silentFor(760)
    await sweepSilent(app.db, app.ingestQueue)
    expect([
      await shown(),
      (await outages()).filter(({ endedAt }) => endedAt === null).map(({ reason }) => reason),
    ]).toEqual([0, ['silence']])
    const last = await connect(app, field)
    await last.publishAsync(telemetryTopic, '{"airTemperature":4}', { qos: 0 })
    await expect.poll(shown).toBe(1)
    await last.endAsync()
  })

  test('is told to the tenant’s browsers, a few times a second at most', async () => {
    const heard: string[] = []
    const startedAt = performance.now()
    const stop = await app.db.listen('furrow_live', (payload) => heard.push(payload))
    const client = await connect(app, device)
    for (let i = 0; i < 200; i++) await report(client, { airTemperature: i / 10 })
    const events = () =>
      heard
        .map((text) => JSON.parse(text) as { tenant: number; resource: string; ids: number[] })
        .filter(({ resource }) => resource === 'device')
    // Other devices, and other tenants, have their own.
    const told = () =>
      events().filter(({ tenant, ids }) => tenant === mine.id && ids.includes(device.id)).length
    await expect.poll(told, { timeout: 5000 }).toBeGreaterThan(0)
    // Far below the 200 that were sent; a connection's own news (it is there, it answers) comes
    // beside the readings'.
    expect(told()).toBeLessThan(5 + (performance.now() - startedAt) / 125)
    await client.endAsync()
    await stop()
  })
})
