import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceHistory } from '#contract/equipment/device-calls.ts'
import { getCorporation, saveCorporation } from '#contract/account/tenant.ts'
import { rows } from '#server/db/database.ts'
import { trimTelemetry } from '#server/modules/telemetry/engine/retention.ts'
import { connect, newDevice, report, type Field } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let short: Tenant
let long: Tenant
const dayMs = 86_400_000
const ago = (days: number) => Date.now() - days * dayMs
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
  short = await newTenant(app)
  long = await newTenant(app)
  const card = await short.admin.call(getCorporation)
  const { tenantName, timeZone, objectVersionNumber } = card
  await short.admin.call(saveCorporation, {
    tenantName,
    timeZone,
    objectVersionNumber,
    telemetryMonths: 3,
  })
})
afterAll(() => app.end())

const speak = async (tenant: Tenant, days: readonly number[]): Promise<Field> => {
  const device = await newDevice(tenant.admin)
  const client = await connect(app, device)
  await report(
    client,
    days.map((day) => ({ ts: ago(day), values: { airTemperature: day % 50 } })),
  )
  await client.endAsync()
  return device
}
const kept = async (tenant: Tenant, { id }: Field) =>
  (
    await app.db.read(tenant.id, (tx) =>
      rows<{ value: number }>(
        tx,
        sql`select value from telemetry where device_id = ${id} order by at desc`,
      ),
    )
  ).map(({ value }) => value)
const partitions = async () => {
  const owner = new pg.Client({ connectionString: app.owner })
  await owner.connect()
  const { rows: found } = await owner.query<{ relname: string }>(
    "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'telemetry_report'::regclass order by 1",
  )
  await owner.end()
  return found.map(({ relname }) => relname)
}

test('each tenant keeps its own months of values, and what was counted from them for good', async () => {
  const mine = await speak(short, [1, 40, 130, 250])
  const theirs = await speak(long, [1, 40, 130, 250, 900])
  const oldest = `telemetry_${new Date(ago(900)).toISOString().slice(0, 7).replace('-', '_')}`
  expect(await partitions()).toContain(oldest)
  expect(await trimTelemetry(app.db)).toBe(2)
  expect(await kept(short, mine)).toEqual([1, 40])
  expect(await kept(long, theirs)).toEqual([1, 40, 30, 0])
  expect(await partitions()).not.toContain(oldest)
  // A day of then is still a curve, by the hour.
  const history = await short.admin.call(deviceHistory, {
    id: mine.id,
    from: new Date(ago(130.1)).toISOString(),
    to: new Date(ago(129.9)).toISOString(),
  })
  expect([history.step, history.series[0]!.points.map(({ mean }) => mean)]).toEqual(['hour', [30]])
  // Whoever speaks late speaks into a month that is gone: it is made again, and goes again.
  expect(await trimTelemetry(app.db)).toBe(0)
})

test('the months are three to a hundred and twenty', async () => {
  const { tenantName, timeZone, objectVersionNumber } = await long.admin.call(getCorporation)
  for (const telemetryMonths of [0, 2, 121, 3.5])
    expect(
      (
        await long.admin.send(saveCorporation, {
          tenantName,
          timeZone,
          objectVersionNumber,
          telemetryMonths,
        })
      ).statusCode,
    ).toBe(400)
})
