import { expect, test } from 'vitest'
import { camera } from '#contract/camera/camera.ts'
import { cameraShareState, saveCameraShare } from '#contract/camera/share.ts'
import {
  areaCameras,
  bindCamera,
  cameraData,
  removeCamera,
  tenantCameras,
} from '#contract/camera/viewing.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newCamera } from './camera-ground.ts'
import { connect, newDevice, report } from './devices.ts'
import { twoFarms } from './ground.ts'

const { app, mine, theirs } = await twoFarms()
const show = (id: number) => mine.admin.call(callOf(camera, 'show'), { id })

test('a camera is bound to a device of one’s own, and unbound', async () => {
  const { id } = await newCamera(mine)
  const own = await newDevice(mine.admin, 'gateway')
  const foreign = await newDevice(theirs.admin, 'gateway')
  const bind = (contentratorId: number | null, who = mine.admin) =>
    who.send(bindCamera, { id, contentratorId })
  expect((await bind(foreign.id)).statusCode).toBe(404)
  expect((await bind(own.id, theirs.admin)).statusCode).toBe(404)
  expect((await show(id)).contentratorId ?? null).toBeNull()
  expect((await bind(own.id)).json()).toBe(1)
  expect((await show(id)).contentratorId).toBe(own.id)
  expect((await bind(null)).json()).toBe(1)
  expect((await show(id)).contentratorId ?? null).toBeNull()
})

test('what the box on its pole said last is told of the camera', async () => {
  const made = await newCamera(mine)
  const { deviceSerial } = await show(made.id)
  const read = () => mine.admin.call(cameraData, { cameraId: made.id })
  expect(await read()).toEqual({ cameraId: made.id, online: 0, lastSeenAt: null, readings: [] })
  const box = await newDevice(mine.admin, 'camera', { eui: deviceSerial.toLowerCase() })
  const client = await connect(app, box)
  await report(client, { values: { storageUsed: 71 } })
  await expect
    .poll(async () => (await read()).readings)
    .toContainEqual({ metric: 'storageUsed', value: 71, at: expect.any(String) })
  expect(await read()).toMatchObject({ online: 1, lastSeenAt: expect.any(String) })
  await client.endAsync()
  expect((await theirs.admin.send(cameraData, { cameraId: made.id })).statusCode).toBe(404)
})

test('how a camera is shared is told with its open links', async () => {
  const { id } = await newCamera(mine)
  const state = () => mine.admin.call(cameraShareState, { cameraId: id })
  expect(await state()).toEqual({ shared: 0, links: 0, watching: 0 })
  await mine.admin.call(saveCameraShare, {
    cameraId: id,
    title: 'gate',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect(await state()).toEqual({ shared: 1, links: 1, watching: 0 })
})

test('cameras are listed of the company and of a base, and are gone when deleted', async () => {
  const [one, other] = [await newCamera(mine), await newCamera(mine)]
  const foreign = await newCamera(theirs)
  const all = async () => (await mine.admin.call(tenantCameras, {})).map(({ id }) => id)
  const ofBase = async () =>
    (await mine.admin.call(areaCameras, { areaId: one.areaId })).map(({ id }) => id)
  expect(await all()).toEqual(expect.arrayContaining([one.id, other.id]))
  expect(await all()).not.toContain(foreign.id)
  expect(await ofBase()).toEqual([one.id])
  expect((await mine.admin.send(removeCamera, { id: foreign.id })).statusCode).toBe(404)
  expect(await mine.admin.call(removeCamera, { id: one.id })).toBe(1)
  expect(await all()).not.toContain(one.id)
  expect(await ofBase()).toEqual([])
})
