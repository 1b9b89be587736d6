import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import { digitalMap, mapScreen, type DigitalMap } from '#contract/map/map.ts'
import { land } from '#contract/farm/land.ts'
import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import { raiseRights } from '#server/db/rights.ts'
import { connect, newDevice, report } from './devices.ts'
import { oneFarm, twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'

const { app, mine, theirs } = await twoFarms()
const newBase = async (latlng?: string) =>
  (
    await mine.admin.call(callOf(area, 'create'), {
      areaName: unique('基地'),
      enabledFlag: 1,
      latlng,
    })
  ).id
const [north, south, nowhere] = [
  await newBase('23.1,113.1'),
  await newBase('22.9,113.3'),
  await newBase(),
]
const corner = (lng: number, lat: number) => [
  [lng, lat],
  [lng + 0.002, lat],
  [lng + 0.002, lat + 0.001],
  [lng, lat + 0.001],
]
const newPlot = async (areaId: number, more: Record<string, unknown> = {}) =>
  (
    await mine.admin.call(callOf(land, 'create'), {
      landName: unique('地块'),
      areaId,
      enabledFlag: 1,
      ...more,
    })
  ).id
const drawn = await newPlot(north, { boundary: corner(113.1, 23.1), landType: '露地' })
const bare = await newPlot(south)

const station = await newDevice(mine.admin, 'gateway_weather', {
  areaId: north,
  latlng: '23.1005,113.1005',
})
const probe = await newDevice(mine.admin, 'soil', { areaId: north, landId: drawn })
const valve = await newDevice(mine.admin, 'electric_valve', { areaId: south, landId: bare })
const lost = await newDevice(mine.admin, 'gateway', { areaId: nowhere })
const swapped = await newDevice(mine.admin, 'gateway', { areaId: north, latlng: '93.34,22.96' })

const ask = (who = mine.admin, input: Record<string, string> = {}) => who.call(digitalMap, input)
const ids = ({ devices }: DigitalMap) => devices.map(([id]) => id)

test('what has a place is told with it: its own, its plot’s, its base’s; the rest with the reason', async () => {
  const map = await ask()
  expect(map.bases.map(({ id, at }) => [id, at])).toEqual(
    expect.arrayContaining([
      [north, [113.1, 23.1]],
      [south, [113.3, 22.9]],
      [nowhere, null],
    ]),
  )
  expect(map.plots.map(({ id }) => id)).toEqual([drawn])
  expect(map.plots[0]).toMatchObject({ at: [113.101, 23.1005], type: '露地', moisture: null })
  const of = (id: number) => map.devices.find(([one]) => one === id)!
  expect(of(station.id).slice(2, 7)).toEqual([north, 0, 113.1005, 23.1005, 0])
  expect(of(probe.id).slice(2, 7)).toEqual([north, drawn, 113.101, 23.1005, 1])
  expect(of(valve.id).slice(2, 7)).toEqual([south, bare, 113.3, 22.9, 2])
  expect(map.types[of(valve.id)[1]]).toBe('electric_valve')
  expect(map.unplaced.map(({ kind, id, reason }) => [kind, id, reason])).toEqual(
    expect.arrayContaining([
      ['base', nowhere, 'none'],
      ['plot', bare, 'none'],
      ['device', lost.id, 'none'],
      ['device', swapped.id, 'invalid'],
    ]),
  )
  expect(map.unplacedCount).toBe(map.unplaced.length)
})

test('a base narrows all of it, devices and alarms are asked again by themselves', async () => {
  const here = await ask(mine.admin, { base: String(south) })
  expect(here.bases.map(({ id }) => id)).toEqual([south])
  expect(ids(here)).toEqual([valve.id])
  expect(here.unplaced.map(({ id, kind }) => [kind, id])).toEqual([['plot', bare]])
  const two = await ask(mine.admin, { only: 'devices', ids: `${probe.id},${valve.id}` })
  expect([ids(two), two.bases, two.plots]).toEqual([[probe.id, valve.id], [], []])
  const alarms = await ask(mine.admin, { only: 'alarms' })
  expect([alarms.devices, alarms.plots, alarms.alarms]).toEqual([[], [], []])
  const wrong = await mine.admin.send(digitalMap, { ids: '1;drop' })
  expect(wrong.statusCode).toBe(400)
})

test('what was measured last colours a plot and stands beside its device', async () => {
  const client = await connect(app, probe)
  await report(client, { values: { 'humidity.1': 20, 'humidity.2': 30, 'temperature.1': 18 } })
  await client.endAsync()
  const map = await ask()
  const plot = map.plots.find(({ id }) => id === drawn)!
  expect(plot.moisture).toBe(25)
  expect(Date.now() - Date.parse(plot.moistureAt!)).toBeLessThan(60_000)
  expect(map.devices.find(([id]) => id === probe.id)![8]).toBe(20)
  await app.db.write(mine.id, (tx) =>
    sql`update device_latest set at = now() - interval '25 hours' where device_id = ${probe.id}`.execute(
      tx,
    ),
  )
  expect((await ask()).plots.find(({ id }) => id === drawn)!.moisture).toBeNull()
})

test('devices are told by their types, alarms to who sees alarms, nothing without the map’s code', async () => {
  const nobody = await newMember(app, mine, [device.permissions.list as string])
  expect((await nobody.send(digitalMap)).statusCode).toBe(403)
  const plain = await newMember(app, mine, [mapScreen.permission!])
  const seen = await ask(plain)
  expect([seen.devices, seen.alarms]).toEqual([[], null])
  expect(seen.plots.map(({ id }) => id)).toEqual([drawn])
  expect(seen.unplaced.filter(({ kind }) => kind === 'device')).toEqual([])
  const waterman = await newMember(app, mine, [
    mapScreen.permission!,
    deviceTypes.electric_valve.permissions.list,
    alarmScreen.permission!,
  ])
  const theirsToSee = await ask(waterman)
  expect([ids(theirsToSee), theirsToSee.alarms]).toEqual([[valve.id], []])
  expect(ids(await ask(waterman, { only: 'devices', ids: `${probe.id},${valve.id}` }))).toEqual([
    valve.id,
  ])
})

test('nobody’s data scope and no tenant is passed', async () => {
  const keeper = await newMember(app, mine, [
    mapScreen.permission!,
    device.permissions.list as string,
  ])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[south]}::bigint[]
      where account_id = ${keeper.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  const scoped = await ask(keeper)
  expect([scoped.bases.map(({ id }) => id), scoped.plots, ids(scoped)]).toEqual([
    [south],
    [],
    [valve.id],
  ])
  expect(ids(await ask(keeper, { base: String(north) }))).toEqual([])
  expect(ids(await ask(theirs.admin))).toEqual([])
  expect(
    (await mine.admin.send(digitalMap.endpoint.replace('{tenant}', String(theirs.id)))).statusCode,
  ).toBe(404)
})

test('an open alarm is told with its device, and how many nobody has acknowledged', async () => {
  await app.db.write(mine.id, (tx) =>
    sql`insert into alarm (device_id, device_name, device_type, area_id, rule_name, metric, trigger, limits, action, level, state, began_at, last_at)
      select id, name, device_type, area_id, '太湿', 'humidity', 'threshold', '{}', 'alarm', level, 'active', now(), now()
      from device, unnest(array[1, 3]) as level where id = ${probe.id}`.execute(tx),
  )
  expect((await ask(mine.admin, { only: 'alarms' })).alarms).toEqual([[probe.id, 3, 2, 2]])
  expect((await ask(mine.admin, { only: 'alarms', base: String(south) })).alarms).toEqual([])
})

test('10,000 devices are an answer of less than 1.5 MB', async () => {
  await app.db.write(theirs.id, async (tx) => {
    await sql`insert into area (area_name, latlng) values ('大基地', '22.9,113.3')`.execute(tx)
    await sql`insert into device (name, device_type, eui, area_id, latlng)
      select '大基地墒情站第' || n || '号', 'gateway_soil', 'E' || n, (select max(id) from area),
        (22.9 + n % 100 * 0.00012)::numeric(9, 6) || ',' || (113.3 + n / 100 * 0.00013)::numeric(9, 6)
      from generate_series(1, 10000) n`.execute(tx)
  })
  const began = performance.now()
  const answer = await theirs.admin.send(digitalMap)
  const took = performance.now() - began
  expect(answer.json<DigitalMap>().devices.length).toBe(10_000)
  console.log(`10,000 devices: ${answer.body.length / 1e6} MB in ${Math.round(took)} ms`)
  expect(Buffer.byteLength(answer.body)).toBeLessThan(1_500_000)
})

test('tiles that the operator has are told, and the browser is allowed where they are', async () => {
  const { app: tiled, mine: other } = await oneFarm({
    mapTiles: [
      {
        name: '影像',
        url: 'https://tiles.example.com/{z}/{x}/{y}.jpg',
        projection: 'gcj02',
        attribution: '© 测绘',
        nativeMaxZoom: 17,
      },
    ],
  })
  const map = await other.admin.call(digitalMap)
  expect(map.sources.map(({ name, projection }) => [name, projection])).toEqual([['影像', 'gcj02']])
  const policy = String(
    (await tiled.http.inject({ url: '/healthz' })).headers['content-security-policy'],
  )
  expect(policy).toMatch(/img-src [^;]* https:\/\/tiles\.example\.com[;$]/)
  expect(policy).toMatch(/connect-src [^;]* https:\/\/tiles\.example\.com[;$]/)
})
