import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakDevice, simulatedFarm, type FarmFault } from '#contract/simulation/simulated-farm.ts'
import { menuTree } from '#contract/account/menus.ts'
import { spoilt } from '#simulator/faults.ts'
import { newDevice, type Field } from './devices.ts'
import { newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
let theirs: Tenant
let station: Field
let valve: Field
const faults = new Map<number, FarmFault | null>()
const code = 'wfpf.company.system.simulatedFarm'
beforeAll(async () => {
  app = await startApp()
  mine = await newTenant(app)
  theirs = await newTenant(app)
  station = await newDevice(mine.admin, 'gateway_weather')
  valve = await newDevice(mine.admin, 'electric_valve')
})
afterAll(() => app.end())
const play = () =>
  (app.platform.simulated.farm = {
    tenantId: mine.id,
    ids: [station.id, valve.id],
    faultOf: (id) => faults.get(id) ?? null,
    break: (id, fault) => void faults.set(id, fault),
  })
const isInMenu = async (tenant: Tenant) =>
  JSON.stringify(await tenant.admin.call(menuTree)).includes('/system/simulated-farm')

test('there is no such farm where none is played, and nobody else has one', async () => {
  expect((await mine.admin.send(simulatedFarm)).statusCode).toBe(404)
  expect(
    (await mine.admin.send(breakDevice, { id: station.id, fault: 'offline' })).statusCode,
  ).toBe(404)
  expect(await isInMenu(mine)).toBe(false)
  play()
  expect((await mine.admin.send(simulatedFarm)).statusCode).toBe(200)
  expect([await isInMenu(mine), await isInMenu(theirs)]).toEqual([true, false])
  expect((await theirs.admin.send(simulatedFarm)).statusCode).toBe(404)
  expect(
    (await theirs.admin.send(breakDevice, { id: station.id, fault: 'offline' })).statusCode,
  ).toBe(404)
  expect(faults.size).toBe(0)
})

test('a device is broken and mended by whoever may', async () => {
  play()
  expect((await mine.admin.send(breakDevice, { id: station.id, fault: 'noise' })).statusCode).toBe(
    204,
  )
  const rows = await mine.admin.call(simulatedFarm)
  expect(rows.map(({ id, fault }) => [id, fault])).toEqual([
    [station.id, 'noise'],
    [valve.id, null],
  ])
  await mine.admin.call(breakDevice, { id: station.id, fault: null })
  expect(faults.get(station.id)).toBeNull()
  // A weather station has nothing that sticks.
  const refused = await mine.admin.send(breakDevice, { id: station.id, fault: 'stuck' })
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['fault']])
  expect((await mine.admin.send(breakDevice, { id: valve.id, fault: 'stuck' })).statusCode).toBe(
    204,
  )
  const other = await newDevice(mine.admin)
  expect((await mine.admin.send(breakDevice, { id: other.id, fault: 'offline' })).statusCode).toBe(
    404,
  )
  const looker = await newMember(app, mine, [code])
  expect([
    (await looker.send(simulatedFarm)).statusCode,
    (await looker.send(breakDevice, { id: valve.id, fault: null })).statusCode,
  ]).toEqual([200, 403])
})

test('broken devices report as broken ones do', () => {
  const at = 1_800_000_000_000
  const report = { ts: at, values: { tankLevel: 70, 'tankLevel.2': 40, 'dosing.1': 12, ec: 1.9 } }
  expect(spoilt(report, null)).toEqual(report)
  expect(spoilt(report, { fault: 'stuck', since: at })).toEqual(report)
  expect(spoilt(report, { fault: 'emptyTank', since: at }).values).toEqual({
    tankLevel: 0,
    'tankLevel.2': 0,
    'dosing.1': 0,
    ec: 1.9,
  })
  expect(
    [1, 60, 6000].map(
      (minutes) =>
        (report.ts - spoilt(report, { fault: 'driftingClock', since: at - minutes * 60_000 }).ts) /
        60_000,
    ),
  ).toEqual([0.5, 30, 180])
  expect(spoilt(report, { fault: 'noise', since: at }, () => 0.1).values.ec).toBe(1_000_000)
  expect(spoilt(report, { fault: 'noise', since: at }, () => 0.9).values).toEqual(report.values)
})
