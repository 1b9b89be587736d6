import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camera as cameraEntity } from '#contract/camera/camera.ts'
import { untyped } from '#server/demo/client.ts'
import { onFault } from '#server/db/parts.ts'
import { row, rows } from '#server/db/database.ts'
import { area } from '#contract/farm/area.ts'
import { setCameraSecret } from '#contract/camera/viewing.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { callOf } from '#contract/entity-calls.ts'
import { cameraPlatform, setCameraPlatformSecret } from '#contract/camera/platform.ts'
import { listed, newRule, until } from './alarm-ground.ts'
import { account, cameraPeers, secret, TestPole } from './camera-peers.ts'
import { flvCamera } from './camera-ground.ts'
import { newDevice, type Field } from './devices.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { onvifPeer, type OnvifPeer } from './onvif-peer.ts'
import { make } from './samples.ts'

const times = { lookMs: 100, paceMs: 150, holdMs: 1500, againMs: 150 }
let app: TestApp
let mine: Tenant
let theirs: Tenant
const poles = Array.from({ length: 7 }, (_, i) => new TestPole(`E2024${1000 + i}`))
let peers: Awaited<ReturnType<typeof cameraPeers>>
let onvif: OnvifPeer
let film: Awaited<ReturnType<typeof flvCamera>>
const faults: string[] = []
beforeAll(async () => {
  app = await startApp({ privateCameras: true, cameraEventTimes: times })
  mine = await newTenant(app)
  theirs = await newTenant(app)
  film = await flvCamera()
  peers = await cameraPeers(poles, film.url)
  onvif = await onvifPeer()
  onFault((what, error) => void faults.push(`${what} ${String(error)}`))
})
afterAll(async () => {
  await app.end()
  peers.close()
  onvif.close()
  film.close()
})

const platformOf = async ({ admin }: Tenant) => {
  const { id } = await admin.call(callOf(cameraPlatform, 'create'), {
    name: unique('P'),
    kind: 'ezviz',
    url: `${peers.url}/ezviz`,
    accountName: account,
    enabledFlag: 1,
  })
  await admin.call(setCameraPlatformSecret, { id, secret })
  return id
}
/** A camera whose events are wanted. */
const watching = async (
  tenant: Tenant,
  deviceSerial: string,
  more: Record<string, unknown> = {},
): Promise<number> => {
  const { id } = await tenant.admin.call(callOf(cameraEntity, 'create'), {
    name: deviceSerial,
    deviceSerial,
    cameraType: 0,
    cameraEnter: 1,
    areaId: (await make(area, tenant.admin)).id,
    platformId: await platformOf(tenant),
    eventsFlag: 1,
    enabledFlag: 1,
    ...more,
  })
  return id
}
/** A box that says nothing itself. */
const silentBox = async (tenant: Tenant, eui: string, more: Record<string, unknown> = {}) =>
  tenant.admin.call(callOf(deviceEntity, 'create'), {
    name: eui,
    deviceType: 'camera',
    eui,
    areaId: (await make(area, tenant.admin)).id,
    enabledFlag: 1,
    ...more,
  })
const motionRule = (tenant: Tenant, more: Record<string, unknown> = {}) =>
  newRule(tenant.admin, {
    deviceType: 'camera',
    metric: 'motion',
    operator: 'equals',
    value: 1,
    ...more,
  })
const alarmsOf = async (device: { id: number }, tenant = mine) =>
  (await listed(tenant.admin, { deviceId: String(device.id) })).content
const valuesOf = (device: { id: number }, tenant = mine) =>
  app.db.read(tenant.id, (tx) =>
    rows<{ metric: string; value: number; at: string }>(
      tx,
      sql`select metric, value, at from telemetry where device_id = ${device.id} order by at`,
    ),
  )
const cameraOf = (id: number, tenant = mine) =>
  tenant.admin.call(callOf(cameraEntity, 'show'), { id })
const held =
  'id objectVersionNumber name deviceSerial cameraType cameraEnter areaId platformId streamAddress accountName eventsFlag enabledFlag'.split(
    ' ',
  )
/** Changes a camera as its form does: all that it holds, and something else. */
const edit = async (id: number, more: Record<string, unknown>) => {
  const camera = new Map(Object.entries(await cameraOf(id)))
  const form = Object.fromEntries(held.map((name) => [name, camera.get(name)]))
  await mine.admin.call(callOf(cameraEntity, 'edit'), untyped({ ...form, ...more }))
}
const isHeld = (id: number, tenant = mine) =>
  app.db.read(tenant.id, (tx) =>
    row<{ holder: string }>(tx, sql`select holder from camera_listener where camera_id = ${id}`),
  )
/** Until it is listened to: it has been asked once. */
const asked = async (id: number, device: { id: number }, tenant = mine) =>
  until(async () => {
    const found = await isHeld(id, tenant)
    const box = await tenant.admin.call(callOf(deviceEntity, 'show'), { id: device.id })
    return found && box.online === 1
  })

test('what a camera sees is a reading of its box, an alarm, and over again; told often, it is one', async () => {
  const [pole] = poles as [TestPole]
  const box = await silentBox(mine, pole.serial.toLowerCase())
  await motionRule(mine, { name: 'somebody is there' })
  // From before it was asked to tell: nobody is told of that.
  pole.sights.push({ id: 'before', kind: 'motion', at: Date.now() - 1000 })
  const id = await watching(mine, pole.serial)
  // A box that says nothing itself is there while its camera is.
  await asked(id, box)
  const at = Date.now()
  pole.sights.push({ id: 'one', kind: 'motion', at }, { id: 'two', kind: 'line', at: at + 1 })
  const alarm = await until(async () =>
    (await alarmsOf(box)).find(({ state }) => state !== 'cleared'),
  )
  expect(alarm).toMatchObject({ ruleName: 'somebody is there', metric: 'motion', value: 1 })
  expect(Date.parse(alarm.beganAt)).toBe(at)
  const over = await until(async () =>
    (await alarmsOf(box)).find(({ state }) => state === 'cleared'),
  )
  expect(Date.parse(over.clearedAt!)).toBe(at + times.holdMs)
  expect(await alarmsOf(box)).toHaveLength(1)
  expect(
    (await valuesOf(box)).map(({ metric, value, at: when }) => [
      metric,
      value,
      Date.parse(when) - at,
    ]),
  ).toEqual([
    ['motion', 1, 0],
    ['line', 1, 1],
    ['motion', 0, times.holdMs],
    ['line', 0, times.holdMs + 1],
  ])
  expect((await cameraOf(id)).eventsProblem).toBeNull()
}, 20_000)

test('an ONVIF camera tells of beginning and end itself', async () => {
  const serial = unique('O')
  const box = await silentBox(mine, serial)
  const id = await watching(mine, serial, {
    cameraEnter: 5,
    platformId: null,
    streamAddress: `${onvif.url}/onvif/device_service`,
    accountName: onvif.account,
  })
  // Without its password it tells nothing, and it is said why.
  await until(async () => (await cameraOf(id)).eventsProblem === 'refused')
  await mine.admin.call(setCameraSecret, { id, secret: onvif.secret })
  await asked(id, box)
  expect((await cameraOf(id)).eventsProblem).toBeNull()
  const tamper = (isOn: boolean) =>
    onvif.points!.tell({
      topic: 'tns1:RuleEngine/TamperDetector/Tamper',
      data: { IsTamper: String(isOn) },
      at: Date.now(),
    })
  await newRule(mine.admin, {
    name: 'covered',
    deviceType: 'camera',
    trigger: 'fault',
    metric: 'tamper',
    operator: null,
    value: null,
  })
  tamper(true)
  await until(async () => (await alarmsOf(box)).find(({ state }) => state === 'active'))
  // It goes on for as long as nobody says that it is over.
  await new Promise((done) => setTimeout(done, times.holdMs * 2))
  expect((await alarmsOf(box)).map(({ state }) => state)).toEqual(['active'])
  tamper(false)
  await until(async () => (await alarmsOf(box)).find(({ state }) => state === 'cleared'))
  expect((await valuesOf(box)).map(({ metric, value }) => [metric, value])).toEqual([
    ['tamper', 1],
    ['tamper', 0],
  ])
  // Who no longer wants them lets go of them there, too; what was under way is over.
  tamper(true)
  await until(async () => (await alarmsOf(box)).find(({ state }) => state === 'active'))
  expect(onvif.points!.size).toBe(1)
  await edit(id, { eventsFlag: 0 })
  await until(async () => onvif.points!.size === 0)
  await until(async () => (await alarmsOf(box)).every(({ state }) => state === 'cleared'))
}, 30_000)

test('a platform that refuses for a while is asked again, later and later', async () => {
  const pole = poles[1]!
  const box = await silentBox(mine, pole.serial)
  peers.ezviz.refuse('10005', Number.POSITIVE_INFINITY)
  const id = await watching(mine, pole.serial)
  await until(async () => (await cameraOf(id)).eventsProblem === 'refused')
  peers.ezviz.refuse('')
  await asked(id, box)
  await until(async () => (await cameraOf(id)).eventsProblem === null)
  pole.sights.push({ id: 'after', kind: 'motion', at: Date.now() })
  await until(async () => (await alarmsOf(box)).length === 1)
  pole.state = 'dead'
  // What is kept of its being there is over after minutes: another one finds it gone.
  const other = poles[2]!
  other.state = 'dead'
  await silentBox(mine, other.serial)
  const gone = await watching(mine, other.serial)
  await until(async () => (await cameraOf(gone)).eventsProblem === 'offline')
}, 20_000)

test('nothing comes of cameras that are closed, without a box, or of somebody else', async () => {
  const [shared, closed, bare] = [poles[3]!, poles[4]!, poles[5]!]
  const foreign = await silentBox(theirs, shared.serial)
  await motionRule(theirs)
  await watching(theirs, shared.serial, { eventsFlag: 0 })
  const own = await silentBox(mine, shared.serial)
  const ownId = await watching(mine, shared.serial)
  const shut = await silentBox(mine, closed.serial)
  const shutId = await watching(mine, closed.serial, { enabledFlag: 0 })
  const bareId = await watching(mine, bare.serial)
  await asked(ownId, own)
  for (const pole of [shared, closed, bare])
    pole.sights.push({ id: pole.serial, kind: 'motion', at: Date.now() })
  await until(async () => (await alarmsOf(own)).length === 1)
  expect([await alarmsOf(foreign, theirs), await valuesOf(foreign, theirs)]).toEqual([[], []])
  expect([await valuesOf(shut), await isHeld(shutId)]).toEqual([[], null])
  expect([(await cameraOf(bareId)).eventsProblem, await isHeld(bareId)]).toEqual(['noBox', null])
  expect((await cameraOf(shutId)).eventsProblem).toBeNull()
  // A device of another type that has its number by chance is no box.
  await silentBox(mine, bare.serial, { deviceType: 'gateway' })
  expect((await cameraOf(bareId)).eventsProblem).toBe('noBox')
}, 20_000)

test('a box that signs in says by itself that it is there', async () => {
  const pole = new TestPole(unique('E').toUpperCase())
  const box: Field = await newDevice(mine.admin, 'camera', { eui: pole.serial })
  const id = await watching(mine, pole.serial)
  await until(async () => isHeld(id))
  await new Promise((done) => setTimeout(done, 600))
  expect((await mine.admin.call(callOf(deviceEntity, 'show'), { id: box.id })).online).toBe(0)
}, 20_000)

test('an alarm of what it saw keeps what was recorded around it', async () => {
  const pole = poles[6]!
  await silentBox(mine, pole.serial)
  const id = await watching(mine, pole.serial, { recordMode: 3 })
  const kept = () =>
    app.db.read(mine.id, async (tx) =>
      (
        await rows<{ keptFlag: number }>(
          tx,
          sql`select kept_flag from camera_segment where camera_id = ${id} order by starts_on`,
        )
      ).map(({ keptFlag }) => keptFlag),
    )
  await until(async () => (await kept()).length > 0, 30_000)
  expect(await kept()).not.toContain(1)
  pole.sights.push({ id: 'recorded', kind: 'motion', at: Date.now() })
  await until(async () => (await kept()).includes(1), 20_000)
}, 60_000)

test('another process goes on where one ended, and tells nothing again', async () => {
  const pole = poles[0]!
  const box = (await app.db.read(mine.id, (tx) =>
    row<{ id: number }>(tx, sql`select id from device where eui = ${pole.serial.toLowerCase()}`),
  ))!
  await until(async () => (await alarmsOf(box)).every(({ state }) => state === 'cleared'))
  const before = (await alarmsOf(box)).length
  await app.rest()
  const away = Date.now()
  pole.sights.push({ id: 'meanwhile', kind: 'motion', at: away })
  await app.beside({ cameraEventTimes: times, recordingsDir: undefined })
  const alarm = await until(async () => {
    const all = await alarmsOf(box)
    return all.length > before && all[0]
  })
  expect(Date.parse(alarm.beganAt)).toBe(away)
  await until(async () => (await alarmsOf(box)).every(({ state }) => state === 'cleared'))
  expect(await alarmsOf(box)).toHaveLength(before + 1)
}, 30_000)

test('no secret is said anywhere', async () => {
  const said = await app.db.read(mine.id, (tx) =>
    rows<{ text: string }>(
      tx,
      sql`select payload as text from device_message union all select coalesce(events_problem, '') from camera`,
    ),
  )
  const all = [...faults, ...said.map(({ text }) => text)].join('\n')
  expect(all).toContain('motion')
  for (const word of [secret, onvif.secret, account]) expect(all).not.toContain(word)
  expect(faults.filter((fault) => fault.includes('events of camera'))).toEqual([])
})
