import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LatestValue } from '#contract/equipment/device-calls.ts'
import { rows } from '#server/db/database.ts'
import { connect, newDevice, report } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
  mine = await newTenant(app)
})
afterAll(() => app.end())

test('what is acknowledged is stored, and the API answers it', async () => {
  const device = await newDevice(mine.admin)
  const client = await connect(app, device)
  await report(client, { ts: Date.now() - 5000, values: { airTemperature: 23.4, airHumidity: 71 } })
  const stored = await app.db.read(mine.id, (tx) => rows<{ metric: string; value: number }>(tx, sql`select metric, value from telemetry where device_id = ${device.id} order by metric`))
  expect(stored).toEqual([{ metric: 'airHumidity', value: 71 }, { metric: 'airTemperature', value: 23.4 }])
  const latest = await mine.admin.call<LatestValue[]>(`GET /wfpe/v1/{tenant}/device/${device.id}/latest`)
  expect(latest).toMatchObject([{ metric: 'airHumidity', value: 71, clock: 0 }, { metric: 'airTemperature', value: 23.4, clock: 0 }])
  expect(await mine.admin.call(`GET /wfpe/v1/{tenant}/device/${device.id}`)).toMatchObject({ online: 1, lastSeenAt: expect.any(String), objectVersionNumber: 1 })
  expect(await mine.admin.call(`GET /wfpe/v1/{tenant}/device/${device.id}/messages`)).toMatchObject([{ outcome: 'stored', points: 2, problems: [] }])
  await client.endAsync()
})
