import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { device } from '#contract/equipment/device.ts'
import { baseStates, type BaseState } from '#contract/home/base-calls.ts'
import {
  fixEntries,
  homeAround,
  homeWaiting,
  saveHome,
  type HomeAround,
  type HomeWaiting,
} from '#contract/home/home-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import type { Made } from './samples.ts'
import { raiseRights } from '#server/db/rights.ts'

const { app, mine, theirs } = await twoFarms()
const newBase = async () =>
  (
    await mine.admin.call<Made>('POST /wfpf/v1/{tenant}/area', {
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
const askHome = (who = mine.admin, base?: number) =>
  who.call<HomeWaiting>(homeWaiting.endpoint, base ? { base: String(base) } : {})
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
    const at = base ? { base: String(base) } : {}
    const list = await mine.admin.call<Page<Made>>(device.api.list, {
      online: '0',
      enabledFlag: '1',
      ...at,
    })
    expect([base, count(home, 'device')]).toEqual([base, list.totalElements])
    const stock = home.counts.find(({ kind }) => kind === 'stock')!
    const sum = Object.values(stock.parts!).reduce((one, other) => one + other, 0)
    expect(sum).toBe(stock.count)
    for (const [warning, part] of Object.entries(stock.parts!))
      expect(
        (await mine.admin.call<Page<Made>>(stockBalance.api.list, { warning, ...at }))
          .totalElements,
      ).toBe(part)
  }
})

test('a kind is told to whoever may see it, and of the bases that they see', async () => {
  const nobody = await newMember(app, mine, [])
  expect((await askHome(nobody)).counts.map(({ kind }) => kind)).toEqual(['approval'])
  expect((await askHome(nobody)).items).toEqual([])
  const around = await nobody.call<HomeAround>(homeAround.endpoint)
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
  const bases = await keeper.call<BaseState[]>(baseStates.endpoint)
  expect(bases.map(({ id }) => id)).toEqual([south])
  expect(bases[0]).toMatchObject({ devices: 1, offline: 1, alarms: null, level: null })
  expect((await nobody.send(baseStates.endpoint)).statusCode).toBe(403)
})

test('lists and files are narrowed by the base, what is the whole company’s is not', async () => {
  const ids = async (endpoint: string, more = {}) =>
    (await mine.admin.call<Page<Made>>(endpoint, { size: '0', ...more })).content.map(
      ({ id }) => id,
    )
  expect(await ids(device.api.list, { base: String(north) })).toEqual([silent.north.id])
  const rule = await mine.admin
    .call<Made>('POST /wfpe/v1/{tenant}/alarm-contact', {
      name: unique('联系人'),
      areaIds: [],
      levels: [3],
      enabledFlag: 1,
    })
    .catch(() => null)
  if (rule)
    expect(await ids('GET /wfpe/v1/{tenant}/alarm-contact', { base: String(north) })).toContain(
      rule.id,
    )
  const units = await ids('GET /wfpf/v1/{tenant}/unit')
  expect(await ids('GET /wfpf/v1/{tenant}/unit', { base: String(north) })).toEqual(units)
  // Nonsense narrows nothing, and nothing stands on a base that is not there.
  expect((await ids(device.api.list, { base: 'x' })).length).toBeGreaterThan(1)
  expect(await ids(device.api.list, { base: '999999' })).toEqual([])
})

test('a page is arranged by whoever looks, in each tenant by itself', async () => {
  const own = await newMember(app, mine, [])
  const settings = {
    layout: { left: ['waiting'], right: ['entries'], hidden: ['news'] },
    entries: ['screen:land'],
    pins: { channels: [`${silent.north.id}:airTemperature`], hours: 72 },
  }
  await own.call(saveHome.endpoint, settings)
  expect((await askHome(own)).settings).toEqual(settings)
  expect((await askHome(mine.admin)).settings.layout).toBeNull()
  expect(
    (await own.send(saveHome.endpoint, { ...settings, entries: Array(7).fill('a') })).statusCode,
  ).toBe(400)
  expect((await own.send(fixEntries.endpoint, { entries: ['screen:stock'] })).statusCode).toBe(403)
  expect((await askHome(own)).mayFix).toBe(false)
  await mine.admin.call(fixEntries.endpoint, { entries: ['screen:stock'] })
  expect((await askHome(own)).fixed).toEqual(['screen:stock'])
  expect((await askHome(theirs.admin)).fixed).toEqual([])
})
