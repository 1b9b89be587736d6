import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { latestValues, deviceHistory, deviceMessages } from '#contract/equipment/device-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { connect, newDevice, report } from './devices.ts'
import { newTenant } from './harness.ts'
import { oneFarm } from './ground.ts'

const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
const device = await newDevice(mine.admin)

describe('what is stored', () => {
  const base = Date.now() - 40 * 3_600_000

  const latest = (id: number) => mine.admin.call(latestValues, { id })
  const history = (id: number, from: number, to: number, channels = 'airTemperature') =>
    mine.admin.call(deviceHistory, {
      id,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      channels,
    })
  const messages = (id: number) => mine.admin.call(deviceMessages, { id })
  const state = (id: number) =>
    app.db.read(mine.id, (tx) =>
      row<Record<string, unknown>>(
        tx,
        sql`select
    (select json_agg(t order by metric, at) from (select metric, at, value from telemetry
    where device_id = ${id}) t) as points,
    (select json_agg(t order by metric) from (select metric, at, value from device_latest
    where device_id = ${id}) t) as latest,
    (select json_agg(t order by metric, at) from (select metric, at, count, min, max,
    round(sum::numeric, 6) as sum, first_at, first, last_at, last from telemetry_hour
    where device_id = ${id}) t) as hours,
    (select json_agg(t order by metric, at) from (select metric, at, count, min, max,
    round(sum::numeric, 6) as sum, first_at, first, last_at, last from telemetry_day
    where device_id = ${id}) t) as days`,
      ),
    )

  test('is the same however often, and in whatever order, it came', async () => {
    const reports = Array.from({ length: 300 }, (_, i) => ({
      ts: base + i * 300_000,
      values: {
        airTemperature: Math.round(200 + 150 * Math.sin(i / 9)) / 10,
        airHumidity: (i * 7) % 100,
      },
    }))
    const sorted = await newDevice(mine.admin)
    const shuffled = await newDevice(mine.admin)
    const [a, b] = [await connect(app, sorted), await connect(app, shuffled)]
    for (const one of reports) await report(a, one)
    // Newest first as after an outage, everything up to five times, some in lists, many at once.
    const again = reports
      .flatMap((one, i) => Array.from({ length: 1 + (i % 5) }, () => one))
      .toReversed()
    await Promise.all(
      again.map((one, i) => report(b, i % 3 ? one : [one, reports[(i * 13) % 300]!])),
    )
    expect(await state(shuffled.id)).toEqual(await state(sorted.id))
    const { points, latest: newest } = (await state(sorted.id)) as {
      points: unknown[]
      latest: { value: number }[]
    }
    expect([points.length, newest[1]!.value]).toEqual([600, reports.at(-1)!.values.airTemperature])
    await Promise.all([a.endAsync(), b.endAsync()])
  })

  test('of one moment that several messages speak of, each channel counts once', async () => {
    const parted = await newDevice(mine.admin)
    const client = await connect(app, parted)
    const say = (values: Record<string, number>) => report(client, { ts: base, values })
    // Of one batch, each with a channel that the first of them had; then of batches of their own.
    await Promise.all([
      say({ airTemperature: 1, airHumidity: 2 }),
      say({ airTemperature: 9, windSpeed: 3 }),
      say({ airHumidity: 9, windSpeed: 9 }),
    ])
    await say({ windSpeed: 9, rainfall: 4 })
    await say({ rainfall: 9, airHumidity: 9 })
    await say({ pressure: 900 })
    const { points, hours, days } = (await state(parted.id)) as Record<
      'points' | 'hours' | 'days',
      { metric: string; value: number; count: number; sum: number; first: number; last: number }[]
    >
    const wanted = [
      ['airHumidity', 2],
      ['airTemperature', 1],
      ['pressure', 900],
      ['rainfall', 4],
      ['windSpeed', 3],
    ] as const
    expect(points.map(({ metric, value }) => [metric, value])).toEqual(wanted)
    for (const counted of [hours, days])
      expect(
        counted.map(({ metric, count, sum, first, last }) => [metric, count, sum, first, last]),
      ).toEqual(wanted.map(([metric, value]) => [metric, 1, value, value, value]))
    expect((await messages(parted.id)).map(({ outcome }) => outcome).toReversed()).toEqual([
      'stored',
      'stored',
      'repeated',
      'stored',
      'repeated',
      'stored',
    ])
    await client.endAsync()
  })

  test('keeps the extremes of every bucket, at every step', async () => {
    const client = await connect(app, device)
    const to = Date.now() - 60_000
    const reports = Array.from({ length: 2000 }, (_, i) => ({
      ts: to - i * 30_000,
      values: { airTemperature: 20 + (i % 10) / 10 },
    }))
    reports[777]!.values.airTemperature = 61.5
    reports[1234]!.values.airTemperature = -12.5
    for (let i = 0; i < 2000; i += 250) await report(client, reports.slice(i, i + 250))
    const spans = {
      raw: 5.9 * 3_600_000,
      minutes: 2 * 86_400_000,
      hour: 20 * 86_400_000,
      day: 200 * 86_400_000,
    }
    for (const [step, span] of Object.entries(spans)) {
      const found = await history(device.id, to + 1000 - span, to + 1000)
      const { points } = found.series[0]!
      expect([step, found.step, points.length > 0]).toEqual([step, step, true])
      if (step === 'raw') continue
      expect([
        step,
        Math.min(...points.map(({ min }) => min!)),
        Math.max(...points.map(({ max }) => max!)),
      ]).toEqual([step, -12.5, 61.5])
      expect([step, points.reduce((sum, { count }) => sum + count, 0)]).toEqual([step, 2000])
    }
    await client.endAsync()
  })

  test('has holes where nothing came, and nothing for what was never asked', async () => {
    const quiet = await newDevice(mine.admin)
    const client = await connect(app, quiet)
    await report(client, [
      { ts: base, values: { airTemperature: 1 } },
      { ts: base + 10 * 3_600_000, values: { airTemperature: 2 } },
    ])
    const { series } = await history(quiet.id, base - 1000, base + 20 * 86_400_000)
    expect(series[0]!.points.map(({ mean }) => mean)).toEqual([1, 2])
    expect((await history(quiet.id, base, base - 1)).series[0]!.points).toEqual([])
    expect((await history(quiet.id, base, base + 1000, 'nothing')).series).toEqual([
      { metric: 'nothing', points: [], summary: null },
    ])
    await client.endAsync()
  })

  test('tells in the raw log what became of each of the last hundred messages', async () => {
    const noted = await newDevice(mine.admin)
    const client = await connect(app, noted)
    for (let i = 0; i < 130; i++)
      await report(client, { ts: base + i, values: { airTemperature: 20 } })
    for (const bad of [
      'nonsense\u0000',
      { airTemperature: 'x' },
      { airTemperature: 5, airHumidity: 900 },
      '{"ts":"2099-01-01T00:00:00Z","values":{"airTemperature":7}}',
    ])
      await report(client, bad)
    const found = await messages(noted.id)
    expect(found).toHaveLength(100)
    expect(
      found
        .slice(0, 5)
        .map(({ outcome, points, problems }) => [outcome, points, problems[0]?.code]),
    ).toEqual([
      ['corrected', 1, 'clockAhead'],
      ['corrected', 1, 'range'],
      ['refused', 0, 'type'],
      ['refused', 0, 'json'],
      ['stored', 1, undefined],
    ])
    expect(found[3]!.payload).toBe('nonsense␀')
    expect(
      (await latest(noted.id)).find(({ metric }) => metric === 'airTemperature'),
    ).toMatchObject({ value: 7, clock: 2 })
    await client.endAsync()
    // Another process goes on where this one was.
    const other = await app.beside({ mqtt: { host: '127.0.0.1', port: 0 } })
    const there = await connect(other, noted)
    await report(there, { airTemperature: 30 })
    expect((await messages(noted.id)).map(({ points }) => points).slice(0, 2)).toEqual([1, 1])
    expect(await messages(noted.id)).toHaveLength(100)
    await there.endAsync()
  })

  test('says of a message that brings nothing new that it came before', async () => {
    const device = await newDevice(mine.admin)
    const client = await connect(app, device)
    const first = { ts: base, values: { airTemperature: 20, airHumidity: 60 } }
    await report(client, first)
    await report(client, first)
    await Promise.all([
      report(client, { ts: base + 1000, values: { airTemperature: 21 } }),
      report(client, { ts: base + 1000, values: { airTemperature: 21 } }),
      report(client, [first, { ts: base + 2000, values: { airTemperature: 22 } }]),
    ])
    expect((await messages(device.id)).map(({ outcome }) => outcome).toReversed()).toEqual([
      'stored',
      'repeated',
      'stored',
      'repeated',
      'stored',
    ])
    await client.endAsync()
  })

  test('a value that the database refuses is acknowledged once, with the reason, and its neighbours are stored', async () => {
    const odd = await newDevice(mine.admin)
    const at = Date.now()
    const message = (metric: string, value: number) =>
      new Promise<Error | null>((resolve) =>
        app.ingestQueue.message(
          mine.id,
          {
            device: odd.id,
            points: [{ metric, at, value, clock: 0 }],
            problems: [],
            bytes: 1,
            text: 'x',
            receivedAt: at,
          },
          resolve,
        ),
      )
    // Past the checks of a message, as a fault of ours would let it.
    expect(await Promise.all([message('a', 1), message('b\u0000', 2), message('c', 3)])).toEqual([
      null,
      null,
      null,
    ])
    expect((await latest(odd.id)).map(({ metric }) => metric)).toEqual(['a', 'c'])
    expect((await messages(odd.id)).flatMap(({ problems }) => problems)).toEqual([
      { code: 'store' },
    ])
  })

  test('is one tenant’s alone, in every partition', async () => {
    const theirs = await newTenant(app)
    const count = (tenant: number) =>
      app.db.read(tenant, (tx) =>
        rows<{ n: number }>(
          tx,
          sql`select count(*) as n from telemetry where device_id = ${device.id}`,
        ),
      )
    expect([(await count(theirs.id))[0]!.n, (await count(0))[0]!.n]).toEqual([0, 0])
    expect((await count(mine.id))[0]!.n).toBeGreaterThan(0)
    const intrude = sql`insert into telemetry_report (tenant_id, device_id, at, metrics, measured)
      values (${theirs.id}, 1, now(), '{x}', '{1}')`
    await expect(app.db.write(mine.id, (tx) => intrude.execute(tx))).rejects.toThrow(
      /row-level security/,
    )
    const month = `telemetry_${new Date().toISOString().slice(0, 7).replace('-', '_')}`
    await expect(
      app.db.read(mine.id, (tx) => sql`select 1 from ${sql.table(month)}`.execute(tx)),
    ).rejects.toThrow(/permission denied/)
    await expect(
      app.db.platform((tx) => sql`select furrow_telemetry_month('1999-01-01')`.execute(tx)),
    ).rejects.toThrow(/no telemetry is kept/)
  })
})
