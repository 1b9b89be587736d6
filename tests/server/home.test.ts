import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import { baseStates } from '#contract/home/base-calls.ts'
import { homeAround } from '#contract/home/around-calls.ts'
import { fixEntries, homeWaiting, saveHome, type HomeWaiting } from '#contract/home/home-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { alarmContact } from '#contract/alarm/alarm-contact.ts'
import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import { unit } from '#contract/inventory/unit.ts'
import { user } from '#contract/system/user.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make, type Made } from './samples.ts'
import { raiseRights } from '#server/db/rights.ts'
import { untyped } from '#server/demo/client.ts'

const { app, mine, theirs } = await twoFarms()
const newBase = async () =>
  (
    await mine.admin.call(callOf(area, 'create'), {
      areaName: unique('基地'),
      enabledFlag: 1,
    })
  ).id
const [north, south] = [await newBase(), await newBase()]
const silent = {
  north: await newDevice(mine.admin, 'gateway_weather', { areaId: north }),
  south: await newDevice(mine.admin, 'gateway_weather', { areaId: south }),
}
const count = (home: HomeWaiting, kind: string) =>
  home.counts.find((one) => one.kind === kind)?.count
const askHome = (who = mine.admin, base?: number) => who.call(homeWaiting, { base })
const devices = (home: HomeWaiting) =>
  home.items.filter(({ kind }) => kind === 'device').map(({ id }) => id)

test('what waits is of the caller’s tenant, and of the base that is asked for', async () => {
  const all = await askHome()
  expect(devices(all)).toEqual(expect.arrayContaining([silent.north.id, silent.south.id]))
  expect(devices(await askHome(mine.admin, north))).toEqual([silent.north.id])
  expect(devices(await askHome(theirs.admin))).toEqual([])
  expect(devices(await askHome(theirs.admin, north))).toEqual([])
  expect(
    (await mine.admin.send(homeWaiting.endpoint.replace('{tenant}', String(theirs.id)))).statusCode,
  ).toBe(404)
})

test('a number is that of the list it leads to', async () => {
  for (const base of [undefined, north, south]) {
    const home = await askHome(mine.admin, base)
    const at = { base }
    const list = await mine.admin.call(callOf(device, 'list'), { online: 0, enabledFlag: 1, ...at })
    expect([base, count(home, 'device')]).toEqual([base, list.totalElements])
    const stock = home.counts.find(({ kind }) => kind === 'stock')!
    const sum = Object.values(stock.parts!).reduce((one, other) => one + other, 0)
    expect(sum).toBe(stock.count)
    for (const [warning, part] of Object.entries(stock.parts!))
      expect(
        (await mine.admin.call(callOf(stockBalance, 'list'), { warning, ...at })).totalElements,
      ).toBe(part)
  }
})

test('who only looked has changed nothing', async () => {
  const looks = ['watch', 'playback', 'watchShared', 'export']
  await app.db.write(mine.id, async (tx) => {
    for (const action of [...looks, 'edit'])
      await sql`insert into audit (entity, title, action) values ('camera', 'Pond', ${action})`.execute(
        tx,
      )
  })
  const { changes } = await mine.admin.call(homeAround)
  expect(changes!.filter(({ title }) => title === 'Pond').map(({ action }) => action)).toEqual([
    'edit',
  ])
})

test('a kind is told to whoever may see it, and of the bases that they see', async () => {
  const nobody = await newMember(app, mine, [])
  expect((await askHome(nobody)).counts.map(({ kind }) => kind)).toEqual(['approval', 'submission'])
  expect((await askHome(nobody)).items).toEqual([])
  const around = await nobody.call(homeAround)
  expect([around.weather, around.mayWeather, around.changes]).toEqual([null, false, null])
  const keeper = await newMember(app, mine, [device.permissions.list as string])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[south]}::bigint[]
      where account_id = ${keeper.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(devices(await askHome(keeper))).toEqual([silent.south.id])
  // Another base than theirs is as if it had nothing.
  expect(devices(await askHome(keeper, north))).toEqual([])
  const bases = await keeper.call(baseStates)
  expect(bases.map(({ id }) => id)).toEqual([south])
  expect(bases[0]).toMatchObject({ devices: 1, offline: 1, alarms: null, level: null })
  expect((await nobody.send(baseStates)).statusCode).toBe(403)
})

test('lists and files are narrowed by the base, what is the whole company’s is not', async () => {
  const ids = async (endpoint: string, more = {}) =>
    (await mine.admin.call<Page<Made>>(endpoint, { size: '0', ...more })).content.map(
      ({ id }) => id,
    )
  expect(await ids(device.api.list, { base: String(north) })).toEqual([silent.north.id])
  const contact = await mine.admin.call(callOf(alarmContact, 'create'), {
    name: unique('联系人'),
    channel: 'bell',
    userId: (await make(user, mine.admin)).id,
    minLevel: 3,
    stage: 1,
    enabledFlag: 1,
  })
  expect(await ids(alarmContact.api.list, { base: String(north) })).toContain(contact.id)
  const units = await ids(unit.api.list)
  expect(await ids(unit.api.list, { base: String(north) })).toEqual(units)
  // Nonsense narrows nothing, and nothing stands on a base that is not there.
  expect((await ids(device.api.list, { base: 'x' })).length).toBeGreaterThan(1)
  expect(await ids(device.api.list, { base: '999999' })).toEqual([])
})

test('a page is arranged by whoever looks, in each tenant by itself', async () => {
  const own = await newMember(app, mine, [])
  const settings = {
    layout: { left: ['waiting'], right: ['entries'], hidden: ['news'] },
    entries: ['screen:land'],
    pins: { channels: [`${silent.north.id}:airTemperature`], hours: 72 as const },
  }
  await own.call(saveHome, settings)
  expect((await askHome(own)).settings).toEqual(settings)
  expect((await askHome(mine.admin)).settings.layout).toBeNull()
  expect(
    (await own.send(saveHome, untyped({ ...settings, entries: Array(7).fill('a') }))).statusCode,
  ).toBe(400)
  expect((await own.send(fixEntries, { entries: ['screen:stock'] })).statusCode).toBe(403)
  expect((await askHome(own)).mayFix).toBe(false)
  await mine.admin.call(fixEntries, { entries: ['screen:stock'] })
  expect((await askHome(own)).fixed).toEqual(['screen:stock'])
  expect((await askHome(theirs.admin)).fixed).toEqual([])
})

test('pinned curves come with what is around, of devices that the caller sees', async () => {
  const channel = `${silent.north.id}:airTemperature`
  const pinned = async (codes: string[]) => {
    const who = await newMember(app, mine, codes)
    await who.call(saveHome, {
      layout: null,
      entries: null,
      pins: { channels: [channel], hours: 72 },
    })
    return (await who.call(homeAround)).curves
  }
  const curves = (await pinned([device.permissions.list as string]))!
  expect(curves.devices).toMatchObject([{ id: silent.north.id, standing: 'shown' }])
  expect(curves.series).toMatchObject([{ deviceId: silent.north.id, metric: 'airTemperature' }])
  expect(Date.parse(curves.to) - Date.parse(curves.from)).toBe(72 * 3_600_000)
  const other = (await pinned([deviceTypes.electric_valve.permissions.list]))!
  expect([other.devices, other.series]).toMatchObject([[{ standing: 'hidden', name: null }], []])
  expect(await pinned([])).toBeNull()
  expect((await mine.admin.call(homeAround)).curves).toBeNull()
})

test('the weather says what the base’s own station measured now and in the last 24 hours', async () => {
  const station = await newDevice(mine.admin, 'gateway_weather', { areaId: await newBase() })
  const of = { base: station.areaId as number }
  expect((await mine.admin.call(homeAround, of)).weather).toMatchObject({
    lowDay: null,
    highDay: null,
    rainDay: null,
  })
  await app.db.write(mine.id, (tx) =>
    sql`insert into telemetry_report (tenant_id, device_id, at, metrics, measured)
      select furrow_tenant(), ${station.id}, now() - make_interval(hours => m.hours), array[m.metric], array[m.value]
      from (values ('airTemperature', 30, -8.0::float8), ('airTemperature', 20, 3.5), ('airTemperature', 6, 17.5),
        ('airTemperature', 1, 12), ('rainfall', 23, 2.2), ('rainfall', 2, 0.8), ('rainfall', 26, 50))
        as m(metric, hours, value)`.execute(tx),
  )
  expect((await mine.admin.call(homeAround, of)).weather).toMatchObject({
    lowDay: 3.5,
    highDay: 17.5,
    rainDay: 3,
  })
})
