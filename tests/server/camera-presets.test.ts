import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camera, cameraWays, steerCode, watchCode } from '#contract/camera/camera.ts'
import { cameraPlatform, setCameraPlatformSecret } from '#contract/camera/platform.ts'
import {
  cameraPresets,
  addPreset,
  modifyPreset,
  transferPreset,
  deletePreset,
  type CameraPreset,
} from '#contract/camera/preset.ts'
import { area } from '#contract/farm/area.ts'
import { controlCamera, disableCamera } from '#contract/camera/viewing.ts'
import { callOf, type NewRow } from '#contract/entity-calls.ts'
import type { Client } from '#server/demo/client.ts'
import { raiseRights } from '#server/db/rights.ts'
import { account, cameraPeers, secret, TestPole } from './camera-peers.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { make } from './samples.ts'

let app: TestApp
let mine: Tenant
let theirs: Tenant
let areaId: number
let peers: Awaited<ReturnType<typeof cameraPeers>>
const cloud = new TestPole('E77')
const third = new TestPole('E78')
const fourth = new TestPole('E79')
const national = new TestPole('34020000001320000041')
const platforms: Record<number, number> = {}
beforeAll(async () => {
  peers = await cameraPeers([cloud, third, fourth, national])
  app = await startApp({ privateCameras: true })
  mine = await newTenant(app)
  theirs = await newTenant(app)
  areaId = (await make(area, mine.admin)).id
  for (const [way, kind] of [
    [cameraWays.cloud, 'ezviz'],
    [cameraWays.gb, 'wvp'],
  ] as const) {
    const { id } = await mine.admin.call(callOf(cameraPlatform, 'create'), {
      name: kind,
      kind,
      url: `${peers.url}/${kind}`,
      accountName: account,
      enabledFlag: 1,
    })
    await mine.admin.call(setCameraPlatformSecret, { id, secret })
    platforms[way] = id
  }
})
afterAll(async () => {
  await app.end()
  peers.close()
})
const put = (cameraEnter: NewRow<typeof camera>['cameraEnter'], deviceSerial: string) =>
  mine.admin.call(callOf(camera, 'create'), {
    name: unique('C'),
    deviceSerial,
    cameraType: 1,
    cameraEnter,
    enabledFlag: 1,
    areaId,
    ...(platforms[cameraEnter] && { platformId: platforms[cameraEnter] }),
  })
const list = (cameraId: number, who = mine.admin) => who.call(cameraPresets, { cameraId })
const add = (cameraId: number, name: string, who = mine.admin) =>
  who.send(addPreset, { cameraId, name })

test.each([
  [cameraWays.cloud, cloud],
  [cameraWays.gb, national],
] as const)('by way %i a position is kept, named, turned to and deleted', async (way, pole) => {
  const { id } = await put(way, pole.serial)
  pole.look = { yaw: 30, pitch: -5, fov: 50 }
  const first = (await add(id, '水闸')).json<CameraPreset>()
  pole.look = { yaw: -80, pitch: 2, fov: 60 }
  const second = (await add(id, '泵房')).json<CameraPreset>()
  expect([first, second]).toMatchObject([
    { index: 1, name: '水闸', cameraId: id },
    { index: 2, name: '泵房' },
  ])
  expect((await add(id, '泵房')).json().fields).toHaveProperty('name')
  const rename = (of: CameraPreset, name: string) =>
    mine.admin.send(modifyPreset, { id: of.id, name })
  expect((await rename(second, '水闸')).json().fields).toHaveProperty('name')
  expect((await rename(second, '二号泵房')).json()).toMatchObject({ index: 2, name: '二号泵房' })
  expect(await mine.admin.call(transferPreset, { id: first.id })).toBe(1)
  expect(pole.look).toEqual({ yaw: 30, pitch: -5, fov: 50 })
  expect(await mine.admin.call(deletePreset, { id: first.id })).toBe(1)
  expect([...pole.presets.keys()]).toEqual([2])
  expect((await list(id)).map(({ name }) => name)).toEqual(['二号泵房'])
  // A place that is free again is used again.
  expect((await add(id, '库房')).json()).toMatchObject({ index: 1 })
  pole.presets.clear()
})

test('while somebody else turns it, it is left alone; what one turns oneself is stopped first', async () => {
  const { id } = await put(cameraWays.cloud, third.serial)
  const made = (await add(id, '门口')).json<CameraPreset>()
  const other = await newMember(app, mine, [watchCode, steerCode])
  const turn = (who: Client) => who.call(controlCamera, { id, direction: 2 })
  expect(await turn(other)).toBe(1)
  expect(await mine.admin.call(transferPreset, { id: made.id })).toBe(0)
  expect((await add(id, '院子')).json().code).toBe('camera.steered')
  expect(third.moving?.direction).toBe('left')
  expect(await other.call(transferPreset, { id: made.id })).toBe(1)
  expect(third.moving).toBeNull()
})

test('a camera that keeps none says so, and one that is gone is rid of its own', async () => {
  const { id } = await put(cameraWays.address, unique('A'))
  const refused = await add(id, 'x')
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'camera.not_allowed'])
  expect(refused.json().message).toBe('该摄像头不支持此操作')
  expect(await list(id)).toEqual([])
  const pole = national
  const gb = await put(cameraWays.gb, `${pole.serial}-34020000001310010041`)
  const made = (await add(gb.id, '塘口')).json<CameraPreset>()
  pole.state = 'dead'
  await mine.admin.call(disableCamera, { id: gb.id, disabled: 1 })
  expect((await mine.admin.send(transferPreset, { id: made.id })).json().code).toBe(
    'camera.disabled',
  )
  expect(await mine.admin.call(deletePreset, { id: made.id })).toBe(1)
})

test('of another farm, without the code, or of a base that is not one’s own, there is none', async () => {
  const { id } = await put(cameraWays.cloud, fourth.serial)
  const made = (await add(id, '路口')).json<CameraPreset>()
  const onlyWatches = await newMember(app, mine, [watchCode])
  const elsewhere = await newMember(app, mine, [watchCode, steerCode])
  const other = (await make(area, mine.admin)).id
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'bases', scope_area_ids = ${[other]}::bigint[]
      where account_id = ${elsewhere.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  const attempts = (who: Client) =>
    Promise.all([
      who.send(cameraPresets, { cameraId: id }),
      add(id, 'y', who),
      who.send(modifyPreset, { id: made.id, name: 'y' }),
      who.send(transferPreset, { id: made.id }),
      who.send(deletePreset, { id: made.id }),
    ]).then((answers) => answers.map(({ statusCode }) => statusCode))
  expect(await attempts(theirs.admin)).toEqual([404, 404, 404, 404, 404])
  expect(await attempts(onlyWatches)).toEqual([403, 403, 403, 403, 403])
  expect(await attempts(elsewhere)).toEqual([404, 404, 404, 404, 404])
  expect((await list(id)).map(({ name }) => name)).toEqual(['路口'])
})
