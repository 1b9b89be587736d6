import { expect, test } from 'vitest'
import { exploreHistory, exploreFile } from '#contract/telemetry/explore-calls.ts'
import { deviceHistory } from '#contract/equipment/device-calls.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { pearson } from '#server/modules/telemetry/engine/explore.ts'
import { newDevice } from './devices.ts'
import { newMember } from './harness.ts'
import { app, hourMs, measured, mine, theirs } from './boards-ground.ts'

test('channels of several devices lie in the same buckets, with the means of a device’s own history', async () => {
  const [one, other] = [await newDevice(mine.admin), await newDevice(mine.admin)]
  const end = Math.floor(Date.now() / hourMs) * hourMs
  const wave = (at: number) => 20 + 5 * Math.sin(at / (3 * hourMs))
  const times = Array.from({ length: 144 }, (_, i) => end - (144 - i) * 600_000)
  await measured(
    one.id,
    'airTemperature',
    times.map((at) => [at, wave(at)]),
  )
  // As often as it likes, and in step with the first.
  await measured(
    other.id,
    'airHumidity',
    times.filter((_, i) => i % 3 === 0).map((at) => [at, 90 - 2 * wave(at)]),
  )
  const asked = {
    channels: `${one.id}:airTemperature,${other.id}:airHumidity`,
    from: new Date(end - 24 * hourMs).toISOString(),
    to: new Date(end).toISOString(),
  }
  let asks = 0
  const count = app.db.read
  const found = await (async () => {
    app.db.read = ((tenant, work, ...more) =>
      count(
        tenant,
        (tx) =>
          work(
            new Proxy(tx, {
              get: (of, name) => {
                if (name === 'getExecutor') asks++
                const value = Reflect.get(of, name) as unknown
                return typeof value === 'function' ? value.bind(of) : value
              },
            }),
          ),
        ...more,
      )) as typeof app.db.read
    try {
      return await mine.admin.call(exploreHistory, asked)
    } finally {
      app.db.read = count
    }
  })()
  // Two for who may see what, and for each device no more than its own history asks.
  expect(asks).toBeGreaterThan(3)
  expect(asks).toBeLessThanOrEqual(2 + 2 * 6)
  expect([found.step, found.series.map(({ points }) => points.length > 40)]).toEqual([
    'minutes',
    [true, true],
  ])
  for (const series of found.series) {
    const own = await mine.admin.call(deviceHistory, {
      id: series.deviceId,
      channels: series.metric,
      from: asked.from,
      to: asked.to,
    })
    expect([own.stepMs, own.series[0]!.points, own.series[0]!.summary]).toEqual([
      found.stepMs,
      series.points,
      series.summary,
    ])
  }
  const [{ a, b, n, r } = { a: '', b: '', n: 0, r: 0 }] = found.correlations
  expect([a, b, found.correlations.length]).toEqual([
    `${one.id}:airTemperature`,
    `${other.id}:airHumidity`,
    1,
  ])
  expect([n > 40, r! < -0.99]).toEqual([true, true])

  const file = await mine.admin.send(exploreFile, {
    ...asked,
    format: 'csv',
  })
  const lines = file.body.trim().split('\r\n')
  expect([
    file.statusCode,
    lines[0]!.includes(String(one.name)),
    lines[0]!.includes(String(other.name)),
    lines.length - 1,
  ]).toEqual([
    200,
    true,
    true,
    new Set(found.series.flatMap(({ points }) => points.map(({ at }) => at))).size,
  ])
  // Nothing of what is hidden, and nothing of another farm's.
  const valves = await newMember(app, mine, [deviceTypes.electric_valve.permissions.list])
  expect(await valves.call(exploreHistory, asked)).toMatchObject({
    series: [],
    correlations: [],
    devices: [
      { standing: 'hidden', name: null },
      { standing: 'hidden', name: null },
    ],
  })
  expect(await theirs.admin.call(exploreHistory, asked)).toMatchObject({
    series: [],
    devices: [{ standing: 'gone' }, { standing: 'gone' }],
  })
  for (const channels of [
    '',
    '1',
    `${one.id}:airTemperature;drop`,
    Array.from({ length: 13 }, (_, i) => `${i + 1}:x`).join(','),
  ])
    expect((await mine.admin.send(exploreHistory, { ...asked, channels })).statusCode).toBe(400)
})

test('the same days of earlier years lie over those of this one, however coarse what is left of them is', async () => {
  const weather = await newDevice(mine.admin)
  const to = Math.floor(Date.now() / hourMs) * hourMs
  const yearAgo = (at: number) => new Date(at).setUTCFullYear(new Date(at).getUTCFullYear() - 1)
  await measured(weather.id, 'airTemperature', [
    [to - 2 * hourMs, 20],
    [to - hourMs, 22],
    [yearAgo(to - 2 * hourMs), 10],
    [yearAgo(to - hourMs), 14],
  ])
  const found = await mine.admin.call(exploreHistory, {
    channels: `${weather.id}:airTemperature`,
    from: new Date(to - 30 * 24 * hourMs).toISOString(),
    to: new Date(to).toISOString(),
    years: 1,
  })
  expect(found.series.map(({ yearsBack, points }) => [yearsBack, points.length > 0])).toEqual([
    [0, true],
    [1, true],
  ])
  const ends = found.series.map(
    ({ points, from }) => Date.parse(points.at(-1)!.at) - Date.parse(from),
  )
  expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThan(2 * hourMs)
  expect(new Date(found.series[1]!.from).getUTCFullYear()).toBe(
    new Date(found.series[0]!.from).getUTCFullYear() - 1,
  )
})

test('Pearson’s r is that of the books', () => {
  // Anscombe's first quartet: 0.816 in every textbook.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
  expect(pearson(x.map((one, i) => [one, y[i]!] as const))).toBeCloseTo(0.81642, 5)
  expect(
    pearson([
      [1, 2],
      [2, 4],
      [3, 6],
    ]),
  ).toBe(1)
  expect(
    pearson([
      [1, 2],
      [2, 1],
    ]),
  ).toBeNull()
  expect(
    pearson([
      [1, 5],
      [2, 5],
      [3, 5],
    ]),
  ).toBeNull()
})
