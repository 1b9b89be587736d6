import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  calculation,
  recalculate,
  deviceCalculations,
  tryCalculation,
} from '#contract/telemetry/calculation.ts'
import { deviceHistory, latestValues } from '#contract/equipment/device-calls.ts'
import { exploreFile, exploreHistory } from '#contract/telemetry/explore-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row } from '#server/db/database.ts'
import { calculate } from '#server/modules/telemetry/engine/calculations.ts'
import { untyped } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { unique } from './harness.ts'
import type { Made } from './samples.ts'
import {
  app,
  body,
  channel,
  day,
  hour,
  hourMs,
  make,
  mine,
  minuteMs,
  read,
  say,
  work,
} from './calculations-ground.ts'

const again = (id: number, from: number) => mine.admin.call(recalculate, { id, from: day(from) })
const history = async (device: number, metric: string, from: number, to: number) =>
  (
    await mine.admin.call(deviceHistory, {
      id: device,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      channels: metric,
    })
  ).series[0]!.points

test('a value is worked out of two devices, stored as every reading, and agrees with an oracle at each step', async () => {
  const a = await newDevice(mine.admin, 'gateway_weather')
  const b = await newDevice(mine.admin, 'gateway_weather')
  const reports = Array.from({ length: 18 }, (_, i) => ({
    ts: hour - 4 * hourMs + i * 7 * minuteMs,
    values: { airTemperature: 15 + i / 2, airHumidity: 60 + i, rainfall: i % 3 },
  }))
  await say(a, reports)
  await say(
    b,
    reports
      .filter((_, i) => i % 5 === 0)
      .map(({ ts, values }) => ({
        ts: ts + minuteMs,
        values: { airTemperature: values.airTemperature + 2 },
      })),
  )
  const made = await make(a, {
    quantity: 'calcVpd',
    formula: 'vpd(avg(t, o), rh) + rain / 1000',
    inputs: [
      channel('t', a, 'airTemperature'),
      channel('rh', a, 'airHumidity'),
      channel('o', b, 'airTemperature'),
      channel('rain', a, 'rainfall', { over: 'sum', hours: 1 }),
    ],
  })
  expect(made).toMatchObject({ metric: 'calcVpd.1', state: 'active' })
  await again(made.id, hour - 24 * hourMs)
  await work(made.id)
  const points = await history(a.id, 'calcVpd.1', hour - 4 * hourMs, hour - 90 * minuteMs)
  const known = (
    list: { ts: number; values: Record<string, number> }[],
    metric: string,
    at: number,
  ) =>
    list.findLast(({ ts, values }) => ts <= at && at - ts < 75 * minuteMs && metric in values)
      ?.values[metric]
  const expected: [number, number][] = []
  for (let at = hour - 4 * hourMs; at < hour - 90 * minuteMs; at += 10 * minuteMs) {
    const rain = reports.filter(({ ts }) => ts > at - hourMs && ts <= at)
    const t = known(reports, 'airTemperature', at)
    const rh = known(reports, 'airHumidity', at)
    const o = known(
      reports
        .filter((_, i) => i % 5 === 0)
        .map(({ ts, values }) => ({
          ts: ts + minuteMs,
          values: { airTemperature: values.airTemperature! + 2 },
        })),
      'airTemperature',
      at,
    )
    if (t === undefined || rh === undefined || rain.length === 0) continue
    const mean = o === undefined ? t : (t + o) / 2
    expected.push([
      at,
      0.6108 * Math.exp((17.27 * mean) / (mean + 237.3)) * (1 - rh / 100) +
        rain.reduce((sum, { values }) => sum + values.rainfall!, 0) / 1000,
    ])
  }
  expect(expected.length).toBeGreaterThan(10)
  expect(points.map(({ at }) => Date.parse(at))).toEqual(expected.map(([at]) => at))
  for (const [i, [, value]] of expected.entries()) expect(points[i]!.mean).toBeCloseTo(value, 9)
  // Beside it stand its hours, its days and its newest value, and a file holds it.
  const counted = await app.db.read(mine.id, (tx) =>
    row<{ hours: number; days: number; raw: number }>(
      tx,
      sql`select (select sum(count)::int from telemetry_hour where device_id = ${a.id}
        and metric = 'calcVpd.1') as hours,
    (select sum(count)::int from telemetry_day where device_id = ${a.id}
    and metric = 'calcVpd.1') as days, (select count(*)::int from telemetry
    where device_id = ${a.id} and metric = 'calcVpd.1') as raw`,
    ),
  )
  expect([counted!.hours, counted!.days]).toEqual([counted!.raw, counted!.raw])
  expect((await mine.admin.call(latestValues, { id: a.id })).map(({ metric }) => metric)).toContain(
    'calcVpd.1',
  )
  expect(await mine.admin.call(deviceCalculations, { id: a.id })).toMatchObject([
    { id: made.id, metric: 'calcVpd.1' },
  ])

  // Worked out once more it is the same, and adds to nothing.
  await again(made.id, hour - 24 * hourMs)
  await work(made.id)
  expect(
    (await history(a.id, 'calcVpd.1', hour - 4 * hourMs, hour - 90 * minuteMs)).map(
      ({ mean, count }) => [mean, count],
    ),
  ).toEqual(points.map(({ mean, count }) => [mean, count]))
  // What comes late is worked in.
  const late = hour - 3 * hourMs - minuteMs
  await say(a, [{ ts: late, values: { airTemperature: 30, airHumidity: 50 } }])
  await expect
    .poll(
      async () => {
        await app.db.write(mine.id, (tx) =>
          sql`update calculation set calculated_to = calculated_to - interval '10 minutes'
            where id = ${made.id} and calculated_to > now() - interval '10 minutes'`.execute(tx),
        )
        await calculate(app.db, app.ingestQueue)
        return (await history(a.id, 'calcVpd.1', late, late + 6 * minuteMs))[0]?.mean
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(1.2)
}, 60_000)

test('devices of a base, windows, degree days and calculations that stand on each other', async () => {
  const a = await newDevice(mine.admin, 'gateway_weather')
  const b = await newDevice(mine.admin, 'gateway_weather', { areaId: a.areaId })
  const yesterday = Date.parse(`${day(Date.now() - 24 * hourMs)}T00:00:00+08:00`)
  for (const [device, value] of [
    [a, 20],
    [b, 30],
  ] as const) {
    await say(device, [
      { ts: yesterday + hourMs, values: { airTemperature: value - 4 } },
      { ts: yesterday + 12 * hourMs, values: { airTemperature: value + 6 } },
      { ts: Date.now() - 30 * minuteMs, values: { airTemperature: value } },
    ])
  }
  const mean = await make(a, {
    quantity: 'calcTemperature',
    formula: 'x',
    inputs: [
      {
        name: 'x',
        kind: 'base',
        areaId: a.areaId,
        deviceType: 'gateway_weather',
        metric: 'airTemperature',
        across: 'mean',
        over: 'last',
      },
    ],
  })
  const degrees = await make(a, {
    quantity: 'calcDegreeDays',
    formula: 'x',
    inputs: [
      channel('x', a, 'airTemperature', {
        over: 'degreeDays',
        since: day(yesterday),
        threshold: 10,
      }),
    ],
  })
  const twice = await make(b, {
    quantity: 'calcTemperature',
    formula: '2 * x',
    inputs: [channel('x', a, 'calcTemperature.1')],
  })
  await work(mean.id, degrees.id, twice.id)
  expect([
    (await read(mean.id)).lastValue,
    (await read(degrees.id)).lastValue,
    (await read(twice.id)).lastValue,
  ]).toEqual([25, 11, 50])
  // Nothing stands on itself, through however many others.
  const edit = (one: Made, inputs: unknown[]) =>
    mine.admin.send(
      callOf(calculation, 'edit'),
      untyped({
        ...body(a, { inputs, formula: 'x' }),
        deviceId: undefined,
        quantity: undefined,
        id: one.id,
        objectVersionNumber: one.objectVersionNumber,
      }),
    )
  expect(
    (await edit(await read(mean.id), [channel('x', b, 'calcTemperature.1')])).json().fields.inputs,
  ).toContain('依赖自身')
  expect(
    (await edit(await read(mean.id), [channel('x', a, 'calcTemperature.1')])).json().fields.inputs,
  ).toContain('依赖自身')
}, 60_000)

test('a number may have a unit of its own, and is called by its name wherever it is shown', async () => {
  const a = await newDevice(mine.admin, 'gateway_weather')
  await say(a, [{ ts: Date.now() - 2 * minuteMs, values: { airTemperature: 20 } }])
  const name = unique('亩均用水')
  const made = await make(a, { name, formula: 't / 4', unit: 'm³/亩', stepMinutes: 1 })
  await work(made.id)
  expect(await read(made.id)).toMatchObject({ unit: 'm³/亩', lastValue: 5 })
  const words = { name, unit: 'm³/亩' }
  const latest = await mine.admin.call(latestValues, { id: a.id })
  expect(latest.map((one) => [one.metric, one.words])).toEqual([
    ['airTemperature', null],
    ['calcNumber.1', words],
  ])
  const asked = {
    from: new Date(Date.now() - hourMs).toISOString(),
    to: new Date(Date.now() + minuteMs).toISOString(),
    channels: `${a.id}:calcNumber.1,${a.id}:airTemperature`,
  }
  const { devices } = await mine.admin.call(exploreHistory, asked)
  expect(devices.map(({ calculated }) => calculated)).toEqual([
    [{ metric: 'calcNumber.1', ...words }],
  ])
  const file = await mine.admin.send(exploreFile, { ...asked, format: 'csv' })
  expect(file.body.split('\n')[0]).toContain(`${name} (m³/亩)`)
  expect(
    await mine.admin.call(tryCalculation, body(a, { formula: 't', unit: '株' })),
  ).toMatchObject({ value: 20, unit: '株' })
  const refused = await mine.admin.send(
    callOf(calculation, 'create'),
    untyped(body(a, { quantity: 'calcVpd', unit: 'bar' })),
  )
  expect([refused.statusCode, refused.json().fields.unit]).toEqual([
    422,
    expect.stringContaining('kPa'),
  ])
})
