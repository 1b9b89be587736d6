import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { heldMs, controlCamera } from '#contract/camera/viewing.ts'
import { area } from '#contract/farm/area.ts'
import { camera as cameraEntity } from '#contract/camera/camera.ts'
import { callOf } from '#contract/entity-calls.ts'
import { cameraPlatform, setCameraPlatformSecret } from '#contract/camera/platform.ts'
import { untyped, type Sent } from '#server/demo/client.ts'
import type { GuardLine } from '#server/modules/camera/engine/guard.ts'
import { wvpSource } from '#server/modules/camera/engine/sources/wvp.ts'
import { account, cameraPeers, kinds, outgoing, secret, setupAt, TestPole } from './camera-peers.ts'
import { newMember, newTenant, startApp, unique } from './harness.ts'
import { make } from './samples.ts'

const serial = '34020000001320000021'
const pole = new TestPole(serial)
const fixed = new TestPole('34020000001320000023')
fixed.canTurn = false
const peers = await cameraPeers([pole, fixed])
afterAll(() => peers.close())
const app = await startApp({ privateCameras: true })
afterAll(() => app.end())
const mine = await newTenant(app)
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

const platform = await mine.admin.call(callOf(cameraPlatform, 'create'), {
  name: unique('wvp'),
  kind: 'wvp',
  url: `${peers.url}/wvp`,
  accountName: account,
  enabledFlag: 1,
})
await mine.admin.call(setCameraPlatformSecret, { id: platform.id, secret })
const add = async (deviceSerial: string, cameraType: 0 | 1) =>
  (
    await mine.admin.call(callOf(cameraEntity, 'create'), {
      name: deviceSerial,
      deviceSerial,
      channelNo: 1,
      cameraType,
      cameraEnter: kinds.wvp,
      platformId: platform.id,
      areaId: (await make(area, mine.admin)).id,
      enabledFlag: 1,
    })
  ).id
const [id, still] = [await add(serial, 1), await add(fixed.serial, 0)]
const steer = (
  direction: Sent<typeof controlCamera.input>['direction'],
  client = mine.admin,
  camera = id,
) => client.call(controlCamera, { id: camera, direction })
afterEach(() => steer(-1))

test('it turns until it is told to stop, and goes another way only after it has stopped', async () => {
  expect(await steer(3)).toBe(1)
  expect(pole.moving?.direction).toBe('right')
  expect(await steer(0)).toBe(1)
  expect(pole.moving?.direction).toBe('up')
  expect(await steer(-1)).toBe(1)
  expect(pole.moving).toBeNull()
  // Nothing moved, and so it stands.
  expect(await steer(-1)).toBe(1)
})

test('it goes on while it is told again, and stops when whoever turns it is not heard', async () => {
  for (let i = 0; i < 4; i++) {
    expect(await steer(8)).toBe(1)
    await wait(heldMs * 0.6)
    expect(pole.moving?.direction).toBe('zoomIn')
  }
  await expect.poll(() => pole.moving, { timeout: heldMs + 500 }).toBeNull()
})

test('while somebody turns it nobody else does, and only who holds the code turns it at all', async () => {
  const codes = ['wfpf.farm.equipment.monitoring.camera', 'wfpf.farm.equipment.camera.ps.control']
  const other = await newMember(app, mine, codes)
  const viewer = await newMember(app, mine, codes.slice(0, 1))
  expect(await steer(2)).toBe(1)
  expect(await steer(3, other)).toBe(0)
  expect(await steer(-1, other)).toBe(0)
  expect(pole.moving?.direction).toBe('left')
  await expect(steer(3, viewer)).rejects.toMatchObject({ status: 403 })
  await steer(-1)
  expect(await steer(3, other)).toBe(1)
  expect(await steer(-1, other)).toBe(1)
})

test('what cannot turn, and directions that there are not, are refused in words', async () => {
  await expect(steer(1, mine.admin, still)).rejects.toMatchObject({
    body: { code: 'camera.not_allowed' },
  })
  await expect(steer(untyped(10))).rejects.toMatchObject({ status: 400 })
  const foreign = await newTenant(app)
  await expect(steer(1, foreign.admin)).rejects.toMatchObject({ status: 404 })
})

test('killed in the middle, the process is outlived by what stops the camera', async () => {
  const order = await wvpSource(setupAt(`${peers.url}/wvp`, 'wvp', serial), { outgoing }).move!(
    'down',
    50,
  )
  expect(pole.moving?.direction).toBe('down')
  const guard = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      fileURLToPath(new URL('../../server/modules/camera/engine/guard-main.ts', import.meta.url)),
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )
  const line: GuardLine = { camera: '1/1', order, allowsPrivate: true, stands: [] }
  guard.stdin.write(`${JSON.stringify(line)}\n`)
  await wait(1500)
  expect(pole.moving?.direction).toBe('down')
  // As it ends with the process that wrote to it.
  guard.stdin.destroy()
  await expect.poll(() => pole.moving, { timeout: 1500, interval: 50 }).toBeNull()
})
