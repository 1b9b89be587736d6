import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceHistory } from '#contract/equipment/device-calls.ts'
import { rows } from '#server/db/database.ts'
import { calculation } from '#contract/telemetry/calculation.ts'
import { calculatePast } from '#server/demo/calculations.ts'
import type { DemoDevice } from '#server/demo/devices.ts'
import { measured, startOfDay, stretchesOf, writeStretch, type Stretch } from '#server/demo/past.ts'
import { calculate } from '#server/modules/telemetry/engine/calculations.ts'
import { storePoints } from '#server/modules/telemetry/engine/store.ts'
import { newDevice } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await newTenant(app)
})
afterAll(() => app.end())

const dayMs = 86_400_000
const until = startOfDay(Date.now())
const played = (id: number): DemoDevice => ({
  eui: 'past',
  id,
  plot: 'SW-R02',
  key: '',
  secret: '',
  deviceType: 'gateway_weather',
  lat: 22.9,
  lng: 113.4,
  layers: 0,
  reportMinutes: 10,
  isShaky: true,
})
const stretch = (id: number, more: Partial<Stretch> = {}): Stretch => ({
  device: played(id),
  seed: 5,
  from: until - 12 * dayMs,
  to: until,
  hasHours: true,
  hasRaw: true,
  ...more,
})
const counted = (table: string, device: number) =>
  app.db.read(tenant.id, (tx) =>
    rows<Record<string, number | string>>(
      tx,
      sql`select metric, at, count, min, max, sum, first_at, first, last_at, last
        from ${sql.table(table)} where device_id = ${device} order by metric, at`,
    ),
  )
const inDays = async (device: number, table: string) =>
  (
    await app.db.read(tenant.id, (tx) =>
      rows<{ count: number }>(
        tx,
        sql`select count(*) as count from ${sql.table(table)} where device_id = ${device}`,
      ),
    )
  )[0]!.count

test('what is counted of the past is what ingest would have counted of the same values', async () => {
  const [written, told] = [
    await newDevice(tenant.admin, 'gateway_weather'),
    await newDevice(tenant.admin, 'gateway_weather'),
  ]
  await writeStretch(app.db, tenant.id, stretch(written.id))
  const points = [...measured(stretch(told.id))].flatMap(([metric, { times, values }]) =>
    times.map((at, i) => ({ metric, at, value: values[i]!, clock: 0 as const })),
  )
  await app.db.write(tenant.id, (tx) =>
    storePoints(tx, tenant.id, [
      { device: told.id, points, problems: [], bytes: 0, text: '', receivedAt: 0 },
    ]),
  )
  for (const table of ['telemetry_hour', 'telemetry_day']) {
    const [mine, theirs] = [await counted(table, written.id), await counted(table, told.id)]
    expect(mine.length).toBeGreaterThan(50)
    expect(mine.map(({ sum: _, ...row }) => row)).toEqual(theirs.map(({ sum: _, ...row }) => row))
    for (const [i, { sum }] of mine.entries()) expect(sum).toBeCloseTo(theirs[i]!.sum as number, 6)
  }
  expect(await inDays(written.id, 'telemetry')).toBe(points.length)
})

test('a past that is written again is written once, and outages are gaps', async () => {
  const { id } = await newDevice(tenant.admin, 'gateway_weather')
  await writeStretch(app.db, tenant.id, stretch(id))
  const before = [
    await counted('telemetry_day', id),
    await inDays(id, 'telemetry'),
    await inDays(id, 'device_offline'),
  ]
  await writeStretch(app.db, tenant.id, stretch(id))
  expect([
    await counted('telemetry_day', id),
    await inDays(id, 'telemetry'),
    await inDays(id, 'device_offline'),
  ]).toEqual(before)
  const outages = await app.db.read(tenant.id, (tx) =>
    rows<{ began: string; ended: string; during: number }>(
      tx,
      sql`select began_at as began, ended_at as ended,
    (select count(*) from telemetry t where t.device_id = o.device_id and t.at >= o.began_at
    and t.at < o.ended_at) as during from device_offline o where device_id = ${id}`,
    ),
  )
  expect(outages.length).toBeGreaterThan(0)
  expect(outages.map(({ during }) => during)).toEqual(outages.map(() => 0))
})

test('a stretch that fails on its way leaves nothing behind', async () => {
  const { id } = await newDevice(tenant.admin, 'gateway_weather')
  const broken = {
    ...app.db,
    write: <T>(
      of: number,
      work: (tx: Parameters<Parameters<typeof app.db.write>[1]>[0]) => Promise<T>,
    ) =>
      app.db.write(of, async (tx) => {
        await work(tx)
        throw new Error('killed')
      }),
  }
  await expect(writeStretch(broken as never, tenant.id, stretch(id))).rejects.toThrow('killed')
  expect([
    await inDays(id, 'telemetry_day'),
    await inDays(id, 'telemetry'),
    await inDays(id, 'device_offline'),
  ]).toEqual([0, 0, 0])
  await writeStretch(app.db, tenant.id, stretch(id))
  expect(await inDays(id, 'telemetry_day')).toBeGreaterThan(50)
})

test('the curve of a week long ago is by the hour, or by the day where no hours are kept', async () => {
  const [hourly, daily] = [
    await newDevice(tenant.admin, 'gateway_weather'),
    await newDevice(tenant.admin, 'gateway_weather'),
  ]
  const from = until - 200 * dayMs
  await writeStretch(
    app.db,
    tenant.id,
    stretch(hourly.id, { from, to: from + 6 * dayMs, hasRaw: false }),
  )
  await writeStretch(
    app.db,
    tenant.id,
    stretch(daily.id, { from, to: from + 6 * dayMs, hasRaw: false, hasHours: false }),
  )
  const curve = async (id: number, days: number) => {
    const { step, series } = await tenant.admin.call(deviceHistory, {
      id,
      from: new Date(from).toISOString(),
      to: new Date(from + days * dayMs).toISOString(),
      channels: 'airTemperature',
    })
    return [step, (series[0]?.points.length ?? 0) > 0]
  }
  expect([
    await curve(hourly.id, 0.2),
    await curve(hourly.id, 5),
    await curve(hourly.id, 60),
  ]).toEqual([
    ['hour', true],
    ['hour', true],
    ['hour', true],
  ])
  expect([await curve(daily.id, 5), await curve(daily.id, 60)]).toEqual([
    ['day', true],
    ['day', true],
  ])
})

test('the year is whole: its stretches of a device follow each other', () => {
  const [device] = [played(1)]
  const own = stretchesOf([device], until).sort((a, b) => a.from - b.from)
  expect(own[0]!.from).toBe(until - 365 * dayMs)
  for (const [i, { to }] of own.entries()) expect(to).toBe(own[i + 1]?.from ?? until)
})

test('what is worked out of a past has one too: of its last week', async () => {
  const { id } = await newDevice(tenant.admin, 'gateway_weather')
  const made = await tenant.admin.call<{ id: number; metric: string }>(calculation.api.create, {
    name: '露点',
    deviceId: id,
    quantity: 'calcTemperature',
    stepMinutes: 60,
    enabledFlag: 1,
    inputs: [
      { name: 't', kind: 'channel', deviceId: id, metric: 'airTemperature', over: 'last' },
      { name: 'rh', kind: 'channel', deviceId: id, metric: 'airHumidity', over: 'last' },
    ],
    formula: 'dewpoint(t, rh)',
  })
  await writeStretch(app.db, tenant.id, stretch(id, { device: { ...played(id), isShaky: false } }))
  const values = () =>
    app.db.read(tenant.id, (tx) =>
      rows<{ at: string }>(
        tx,
        sql`select at from telemetry where device_id = ${id} and metric = ${made.metric} order by at`,
      ),
    )
  expect(await values()).toEqual([])
  await app.db.write(tenant.id, (tx) => calculatePast(tx, until))
  await calculate(app.db, app.ingestQueue)
  const found = await values()
  expect(found.length).toBeGreaterThan(7 * 24 - 2)
  expect(Date.parse(found[0]!.at)).toBeLessThanOrEqual(until - 7 * dayMs + 2 * 3_600_000)
})
