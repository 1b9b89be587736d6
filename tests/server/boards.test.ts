import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareCode } from '#contract/account/list-views.ts'
import type { Page } from '#contract/call.ts'
import { board, type BoardContent, type BoardSeries } from '#contract/equipment/board.ts'
import type { Explored } from '#contract/equipment/explore-calls.ts'
import type { DeviceHistory } from '#contract/equipment/device-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import type { Client } from '#server/demo/client.ts'
import { pearson } from '#server/engines/telemetry/explore.ts'
import { Partitions } from '#server/engines/telemetry/partitions.ts'
import { storePoints } from '#server/engines/telemetry/store.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import type { Made } from './samples.ts'

const { app, mine, theirs } = await twoFarms()
const hourMs = 3_600_000
const { list, create, edit, delete: remove } = board.permissions as Record<string, string>
const boardCodes = [list!, create!, edit!, remove!]

const number = (deviceId: number, metric = 'airTemperature') => ({
  kind: 'number',
  deviceId,
  metric,
  width: 1,
  height: 1,
})
const newBoard = (who: Client, cards: unknown[], more: Record<string, unknown> = {}) =>
  who.call<Made>(board.api.create, { name: unique('看板'), sharing: 'mine', cards, ...more })
const content = (who: Client, id: number) =>
  who.call<BoardContent>(`GET /wfpe/v1/{tenant}/board/${id}/content`)
const listed = async (who: Client) =>
  (await who.call<Page<Made>>(board.api.list, { size: '0' })).content.map(({ id }) => id)
const status = async (who: Client, id: number) =>
  (await who.send(`GET /wfpe/v1/{tenant}/board/${id}`)).statusCode
const edited = (row: Made, more: Record<string, unknown>) => ({
  id: row.id,
  objectVersionNumber: row.objectVersionNumber,
  name: row.name,
  sharing: row.sharing,
  roleId: row.roleId ?? null,
  cards: row.cards,
  ...more,
})
const measured = async (
  id: number,
  metric: string,
  values: readonly (readonly [number, number])[],
) => {
  await new Partitions(app.db).need(values.map(([at]) => at))
  await app.db.write(mine.id, (tx) =>
    storePoints(tx, mine.id, [
      {
        device: id,
        points: values.map(([at, value]) => ({ metric, at, value, clock: 0 as const })),
        problems: [],
        bytes: 0,
        text: '',
        receivedAt: 0,
      },
    ]),
  )
}

test('a board is its maker’s own until it is shared, and shared with whom it says', async () => {
  const weather = await newDevice(mine.admin)
  const [own, other] = [
    await newMember(app, mine, [...boardCodes, device.permissions.list, shareCode]),
    await newMember(app, mine, [...boardCodes, device.permissions.list]),
  ]
  const mineAlone = await newBoard(own, [number(weather.id)])
  expect([
    await listed(own),
    await listed(other),
    await status(other, mineAlone.id),
    await status(theirs.admin, mineAlone.id),
  ]).toEqual([[mineAlone.id], [], 404, 404])
  expect((await other.send(`GET /wfpe/v1/{tenant}/board/${mineAlone.id}/content`)).statusCode).toBe(
    404,
  )
  // A file of a list holds what the list holds.
  const { jobId } = await other.call<{ jobId: number }>('POST /iam/v1/{tenant}/exports', {
    entity: 'board',
    format: 'csv',
    columns: ['name'],
    query: {},
  })
  await app.jobs.start()
  const job = () =>
    other.call<{ state: string; message: string }>(`GET /iam/v1/{tenant}/jobs/${jobId}`)
  await expect.poll(async () => (await job()).state, { timeout: 10_000 }).toBe('done')
  expect((await job()).message).toBe('0')
  // Sharing asks for its own code.
  expect(
    (await other.send(board.api.create, { name: unique('看板'), sharing: 'all', cards: [] }))
      .statusCode,
  ).toBe(403)
  const roleOf = await app.db.read(
    mine.id,
    async (tx) =>
      (
        await sql<{
          id: number
        }>`select r.role_id as id from member m join member_role r on r.tenant_id = m.tenant_id
          and r.member_id = m.id where m.account_id = ${other.accountId}`.execute(tx)
      ).rows[0]!.id,
  )
  expect((await own.send(board.api.edit, edited(mineAlone, { sharing: 'role' }))).statusCode).toBe(
    422,
  )
  const shared = await own.call<Made>(
    board.api.edit,
    edited(mineAlone, { sharing: 'role', roleId: roleOf }),
  )
  expect([
    await listed(other),
    (await content(other, shared.id)).own,
    (await content(own, shared.id)).own,
  ]).toEqual([[shared.id], false, true])
  // Whoever looks does not change it, nor delete it.
  expect([
    (await other.send(board.api.edit, edited(shared, { name: '改' }))).statusCode,
    (await other.send(`DELETE /wfpe/v1/{tenant}/board/${shared.id}`)).statusCode,
  ]).toEqual([403, 403])
  // A stale save is refused with the row as it stands.
  expect((await own.send(board.api.edit, edited(mineAlone, { name: '旧' }))).statusCode).toBe(409)
  await own.call(`DELETE /wfpe/v1/{tenant}/board/${shared.id}`)
  expect(await listed(other)).toEqual([])
  // Not even its name is in the bin of others, nor do they have it back.
  const bin = async (who: Client) =>
    (
      await who.call<Page<{ recordId: number }>>('GET /iam/v1/{tenant}/recycle', {
        entity: 'board',
      })
    ).content.map(({ recordId }) => recordId)
  expect(await bin(mine.admin)).not.toContain(shared.id)
  expect(
    (await other.send(`POST /iam/v1/{tenant}/recycle/board/${shared.id}/restore`)).statusCode,
  ).toBe(404)
  await own.call(`POST /iam/v1/{tenant}/recycle/board/${shared.id}/restore`)
  expect([
    await listed(other),
    ((await own.call<Made>(`GET /wfpe/v1/{tenant}/board/${shared.id}`)).cards as unknown[]).length,
  ]).toEqual([[shared.id], 1])
})

test('a card shows what its viewer may see at that moment, and says what is hidden or deleted', async () => {
  const weather = await newDevice(mine.admin)
  const valve = await newDevice(mine.admin, 'electric_valve')
  await measured(weather.id, 'airTemperature', [
    [Date.now() - hourMs, 21.5],
    [Date.now() - 60_000, 22.5],
  ])
  await measured(valve.id, 'flow', [[Date.now() - 60_000, 3.5]])
  const made = await newBoard(
    mine.admin,
    [
      number(weather.id),
      number(valve.id, 'flow'),
      {
        kind: 'curve',
        channels: `${weather.id}:airTemperature,${valve.id}:flow`,
        width: 2,
        height: 2,
      },
    ],
    { sharing: 'all' },
  )
  const valves = await newMember(app, mine, [list!, deviceTypes.electric_valve.permissions.list])
  const standing = async (who: Client) =>
    (await content(who, made.id)).devices.map((one) => [
      one.standing,
      one.name,
      one.readings.find(({ metric }) => metric === 'airTemperature' || metric === 'flow')?.value ??
        null,
    ])
  const drawn = async (who: Client) =>
    (await who.call<BoardSeries>(`GET /wfpe/v1/{tenant}/board/${made.id}/series`)).spans.flatMap(
      ({ series }) => series.map(({ deviceId }) => deviceId),
    )
  expect(await standing(mine.admin)).toEqual([
    ['shown', weather.name, 22.5],
    ['shown', valve.name, 3.5],
  ])
  expect(await standing(valves)).toEqual([
    ['hidden', null, null],
    ['shown', valve.name, 3.5],
  ])
  expect([(await drawn(mine.admin)).sort(), await drawn(valves)]).toEqual([
    [weather.id, valve.id].sort(),
    [valve.id],
  ])
  // Of another base.
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas',
      scope_area_ids = ${[weather.areaId as number]}::bigint[] where account_id = ${valves.accountId}`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  expect([await standing(valves), await drawn(valves)]).toEqual([
    [
      ['hidden', null, null],
      ['hidden', null, null],
    ],
    [],
  ])
  // Whoever deletes the device is told, and the card says so; nobody makes a card of what they may
  // not see.
  expect(
    (
      await mine.admin.call<{ uses: unknown[] }>('GET /wfpe/v1/{tenant}/device/uses', {
        kind: 'device',
        ids: String(valve.id),
      })
    ).uses,
  ).toEqual([{ what: 'board', id: made.id, name: made.name }])
  await mine.admin.call(`DELETE /wfpe/v1/{tenant}/device/${valve.id}`)
  expect([await standing(mine.admin), (await standing(valves)).map(([one]) => one)]).toEqual([
    [
      ['shown', weather.name, 22.5],
      ['gone', null, null],
    ],
    ['hidden', 'gone'],
  ])
  const again = await mine.admin.call<Made>(`GET /wfpe/v1/{tenant}/board/${made.id}`)
  expect((await mine.admin.send(board.api.edit, edited(again, { name: '照旧' }))).statusCode).toBe(
    200,
  )
  expect(
    (
      await mine.admin.send(board.api.create, {
        name: unique('看板'),
        sharing: 'mine',
        cards: [number(valve.id, 'flow')],
      })
    ).statusCode,
  ).toBe(422)
  expect(
    (
      await mine.admin.send(board.api.create, {
        name: unique('看板'),
        sharing: 'mine',
        cards: [number(weather.id, 'flow')],
      })
    ).statusCode,
  ).toBe(422)
})

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
      return await mine.admin.call<Explored>('GET /wfpe/v1/{tenant}/device/explore', asked)
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
    const own = await mine.admin.call<DeviceHistory>(
      `GET /wfpe/v1/{tenant}/device/${series.deviceId}/history`,
      { channels: series.metric, from: asked.from, to: asked.to },
    )
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

  const file = await mine.admin.send('GET /wfpe/v1/{tenant}/device/explore/file', {
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
  expect(await valves.call<Explored>('GET /wfpe/v1/{tenant}/device/explore', asked)).toMatchObject({
    series: [],
    correlations: [],
    devices: [
      { standing: 'hidden', name: null },
      { standing: 'hidden', name: null },
    ],
  })
  expect(
    await theirs.admin.call<Explored>('GET /wfpe/v1/{tenant}/device/explore', asked),
  ).toMatchObject({ series: [], devices: [{ standing: 'gone' }, { standing: 'gone' }] })
  for (const channels of [
    '',
    '1',
    `${one.id}:airTemperature;drop`,
    Array.from({ length: 13 }, (_, i) => `${i + 1}:x`).join(','),
  ])
    expect(
      (await mine.admin.send('GET /wfpe/v1/{tenant}/device/explore', { ...asked, channels }))
        .statusCode,
    ).toBe(400)
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
  const found = await mine.admin.call<Explored>('GET /wfpe/v1/{tenant}/device/explore', {
    channels: `${weather.id}:airTemperature`,
    from: new Date(to - 30 * 24 * hourMs).toISOString(),
    to: new Date(to).toISOString(),
    years: '1',
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
