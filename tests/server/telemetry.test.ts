import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceHistory, DeviceMessage, LatestValue } from '#contract/equipment/device-calls.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { soil } from '#contract/devices/soil.ts'
import { gatewayWeather } from '#contract/devices/gateway-weather.ts'
import { row, rows } from '#server/db/database.ts'
import { timeOf } from '#server/engines/telemetry/device-time.ts'
import { loggedText, readMessage } from '#server/engines/telemetry/read-message.ts'
import { sweepSilent } from '#server/engines/telemetry/silence.ts'
import {
  connect,
  ended,
  newDevice,
  report,
  statusTopic,
  telemetryTopic,
  type Field,
} from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

const now = Date.parse('2026-11-20T08:00:00Z')
const read = (content: unknown, type: DeviceType = gatewayWeather) =>
  readMessage(
    type,
    Buffer.isBuffer(content)
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    now,
  )

describe('a message', () => {
  test('is one report, a list of them, or plain values under our time', () => {
    expect(read({ ts: now - 1000, values: { airTemperature: 20.5 } })).toEqual({
      points: [{ metric: 'airTemperature', at: now - 1000, value: 20.5, clock: 0 }],
      problems: [],
    })
    expect(
      read([
        { ts: now - 2000, values: { airHumidity: 50 } },
        { ts: now - 1000, values: { airHumidity: 51 } },
      ]).points.map(({ at, value }) => [at, value]),
    ).toEqual([
      [now - 2000, 50],
      [now - 1000, 51],
    ])
    expect(read({ airTemperature: 20 }).points).toEqual([
      { metric: 'airTemperature', at: now, value: 20, clock: 1 },
    ])
    expect(read({ 'temperature.0': 20, 'humidity.10': 30 }, soil).points).toHaveLength(2)
    expect(
      readMessage(
        { readings: { open: { min: 0, max: 1, decimals: 0, isSwitch: true } } },
        Buffer.from('{"open":true}'),
        now,
      ).points[0]!.value,
    ).toBe(1)
  })

  test.each<[string, unknown, { code: string; channel?: string }[]]>([
    ['no JSON', 'airTemperature=3', [{ code: 'json' }]],
    ['NaN', '{"airTemperature":NaN}', [{ code: 'json' }]],
    ['empty', '', [{ code: 'json' }]],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), [{ code: 'json' }]],
    ['deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, [{ code: 'shape' }]],
    ['a number', '7', [{ code: 'shape' }]],
    ['a list of numbers', [1], [{ code: 'shape' }]],
    ['values that are none', { values: [1] }, [{ code: 'shape' }]],
    ['nothing', {}, [{ code: 'empty' }]],
    ['an empty list', [], [{ code: 'empty' }]],
    [
      'too many values',
      Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, 1])),
      [{ code: 'tooMany' }],
    ],
    [
      'too many reports',
      Array.from({ length: 501 }, () => ({ values: { airTemperature: 1 } })),
      [{ code: 'tooMany' }],
    ],
    ['too long', `{"airTemperature":${' '.repeat(65_536)}1}`, [{ code: 'tooLarge' }]],
    ['text for a number', { airTemperature: '21' }, [{ code: 'type', channel: 'airTemperature' }]],
    ['null', { airTemperature: null }, [{ code: 'type', channel: 'airTemperature' }]],
    ['an object', { airTemperature: { a: 1 } }, [{ code: 'type', channel: 'airTemperature' }]],
    ['1e308', { airTemperature: 1e308 }, [{ code: 'range', channel: 'airTemperature' }]],
    ['1e999', '{"airTemperature":1e999}', [{ code: 'type', channel: 'airTemperature' }]],
    ['a channel of another type', { flow: 3 }, [{ code: 'unknown', channel: 'flow' }]],
    ['U+0000 in a name', { 'air\u0000': 3 }, [{ code: 'unknown', channel: 'air␀' }]],
    [
      'names of the prototype',
      '{"__proto__":1,"constructor":2}',
      [
        { code: 'unknown', channel: '__proto__' },
        { code: 'unknown', channel: 'constructor' },
      ],
    ],
    ['a time in words', { ts: 'yesterday', values: { airTemperature: 1 } }, [{ code: 'time' }]],
    [
      'a time without a zone',
      { ts: '2026-11-20T08:00:00', values: { airTemperature: 1 } },
      [{ code: 'time' }],
    ],
    ['1970', { ts: 86_400, values: { airTemperature: 1 } }, [{ code: 'tooOld' }]],
  ])('with %s is refused with the reason', (_name, content, problems) => {
    expect(read(content)).toEqual({ points: [], problems })
  })

  test('keeps what is right beside what is wrong', () => {
    const found = read({ ts: now, values: { airTemperature: 20, airHumidity: 400, nonsense: 1 } })
    expect([found.points.length, found.problems]).toEqual([
      1,
      [
        { code: 'range', channel: 'airHumidity' },
        { code: 'unknown', channel: 'nonsense' },
      ],
    ])
  })

  test('has soil layers where there are any, and temperature alone at the surface', () => {
    const { points, problems } = read(
      {
        'humidity.0': 1,
        'humidity.11': 1,
        'humidity.01': 1,
        humidity: 1,
        'humidity.1.2': 1,
        'humidity.1': 1,
      },
      soil,
    )
    expect([points.map(({ metric }) => metric), problems.length]).toEqual([['humidity.1'], 5])
  })

  test('is by its own clock, in seconds, milliseconds or ISO 8601; by ours when its clock is ahead', () => {
    for (const ts of [now, now / 1000, '2026-11-20T08:00:00Z', '2026-11-20T16:00:00+08:00'])
      expect([ts, timeOf(ts, now)]).toEqual([ts, { at: now, clock: 0 }])
    expect(timeOf(now + 59 * 60_000, now)).toEqual({ at: now + 59 * 60_000, clock: 0 })
    for (const ts of [now + 3_700_000, Date.parse('2038-01-19T03:14:07Z'), '2038-01-19T03:14:07Z'])
      expect([ts, timeOf(ts, now)]).toEqual([ts, { at: now, clock: 2 }])
    for (const ts of [-5, Number.MAX_VALUE, true, {}, '20261120'])
      expect([ts, 'refused' in timeOf(ts, now) || ts === Number.MAX_VALUE]).toEqual([ts, true])
  })

  test('never throws, whatever it is', () => {
    let seed = 7
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
    const seeds = [
      '{"ts":1,"values":{"airTemperature":1}}',
      '[{"values":{}}]',
      '{"airTemperature":-1e3}',
    ].map((text) => Buffer.from(text))
    for (let i = 0; i < 20_000; i++) {
      const bytes = Buffer.from(seeds[i % 3]!)
      for (let n = 0; n < 3; n++)
        bytes[Math.trunc(random() * bytes.length)] = Math.trunc(random() * 256)
      const { points, problems } = read(bytes)
      expect(points.length + problems.length).toBeGreaterThan(0)
      expect(loggedText(bytes)).not.toContain('\u0000')
    }
  })
})

describe('what is stored', () => {
  let app: TestApp
  let mine: Tenant
  let device: Field
  const base = Date.now() - 40 * 3_600_000
  beforeAll(async () => {
    app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
    mine = await newTenant(app)
    device = await newDevice(mine.admin)
  })
  afterAll(() => app.end())

  const latest = (id: number) =>
    mine.admin.call<LatestValue[]>(`GET /wfpe/v1/{tenant}/device/${id}/latest`)
  const history = (id: number, from: number, to: number, channels = 'airTemperature') =>
    mine.admin.call<DeviceHistory>(`GET /wfpe/v1/{tenant}/device/${id}/history`, {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      channels,
    })
  const messages = (id: number) =>
    mine.admin.call<DeviceMessage[]>(`GET /wfpe/v1/{tenant}/device/${id}/messages`)
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
    const intrude = sql`insert into telemetry (tenant_id, device_id, metric, at, value)
      values (${theirs.id}, 1, 'x', now(), 1)`
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

  test('goes offline at its last will, and by silence; comes back with its next message', async () => {
    const shown = async () =>
      (await mine.admin.call<{ online: number }>(`GET /wfpe/v1/{tenant}/device/${field.id}`)).online
    const outages = () =>
      mine.admin.call<{ reason: string; endedAt: string | null }[]>(
        `GET /wfpe/v1/{tenant}/device/${field.id}/outages`,
      )
    const field = await newDevice(mine.admin, 'gateway_weather', { reportMinutes: 1 })
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
    await silentFor(140)
    await sweepSilent(app.db, app.ingestQueue)
    expect(await shown()).toBe(1)
    await silentFor(160)
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
