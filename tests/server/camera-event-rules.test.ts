import { expect, test } from 'vitest'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { camera, watchCode } from '#contract/camera/camera.ts'
import { cameraBox, cameraEventRules } from '#contract/camera/events.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { newCamera } from './camera-ground.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant, unique } from './harness.ts'
import type { Made } from './samples.ts'

const { app, mine } = await oneFarm()
const box = (areaId: number, eui: string, enabledFlag: 0 | 1 = 1) =>
  mine.admin.call(callOf(device, 'create'), {
    name: eui,
    deviceType: 'camera',
    eui,
    areaId,
    enabledFlag,
  })
const problemOf = async (deviceSerial: string, who: Client = mine.admin) =>
  (await who.call(cameraBox, { deviceSerial })).problem
const suggested = ({ id }: Pick<Made, 'id'>, who: Client = mine.admin) =>
  who.call(cameraEventRules, { cameraId: id })
const rule = (more: Record<string, unknown>) =>
  mine.admin.call(
    callOf(alarmRule, 'create'),
    untyped({
      name: unique('R'),
      level: 2,
      deviceType: 'camera',
      enabledFlag: 1,
      ...more,
    }),
  )
const watchful = (more: Record<string, unknown> = {}) =>
  newCamera(mine, null, { cameraEnter: 1, eventsFlag: 1, enabledFlag: 1, ...more })

test('whether the box of a serial number is there is said before a camera is saved', async () => {
  const { areaId } = await newCamera(mine)
  const [there, off] = [unique('B'), unique('B')]
  await box(areaId, there)
  await box(areaId, off, 0)
  expect(await problemOf(there.toLowerCase())).toBeNull()
  expect(await problemOf(off)).toBe('boxDisabled')
  expect(await problemOf(unique('B'))).toBe('noBox')
  // A farm learns nothing of another's, and nobody who keeps no cameras anything.
  expect(await problemOf(there, (await newTenant(app)).admin)).toBe('noBox')
  const looking = await newMember(app, mine, [watchCode])
  expect((await looking.send(cameraBox, { deviceSerial: there })).statusCode).toBe(403)
  const keeping = await newMember(app, mine, [camera.permissions.create])
  expect(await problemOf(there, keeping)).toBeNull()
})

test('rules are suggested for events that none looks at, for as long as events are wanted', async () => {
  const made = await watchful()
  expect(await suggested(made)).toEqual({ device: null, uncovered: [] })
  const serial = (await mine.admin.call(callOf(camera, 'show'), { id: made.id }))
    .deviceSerial as string
  const { id } = await box(made.areaId, serial)
  const all = ['motion', 'line', 'tamper']
  expect(await suggested(made)).toMatchObject({
    device: { id, areaId: made.areaId },
    uncovered: all,
  })
  // Of another base, of another device, or switched off: none of them looks at this one.
  const motion = { trigger: 'threshold', metric: 'motion', operator: 'equals', value: 1 }
  const elsewhere = await newCamera(mine)
  await rule({ ...motion, areaId: elsewhere.areaId })
  await rule({ ...motion, deviceIds: [(await box(elsewhere.areaId, unique('B'))).id] })
  await rule({ ...motion, enabledFlag: 0 })
  expect((await suggested(made)).uncovered).toEqual(all)
  await rule({ ...motion, areaId: made.areaId, deviceIds: [id] })
  expect((await suggested(made)).uncovered).toEqual(['line', 'tamper'])
  await rule({ trigger: 'fault', metric: 'tamper', areaId: made.areaId })
  expect((await suggested(made)).uncovered).toEqual(['line'])
  const quiet = await newCamera(mine, null, { cameraEnter: 1, eventsFlag: 0 })
  expect((await suggested(quiet)).device).toBeNull()
})

test("only who sees the camera and may make rules is told, and of nobody else's camera", async () => {
  const made = await watchful()
  const looking = await newMember(app, mine, [watchCode])
  const ask = async (who: Client) =>
    (await who.send(cameraEventRules, { cameraId: made.id })).statusCode
  expect(await ask(looking)).toBe(403)
  const { create } = alarmRule.permissions
  expect(await ask(await newMember(app, mine, [create]))).toBe(403)
  expect(await ask(await newMember(app, mine, [create, watchCode]))).toBe(200)
  expect(await ask((await newTenant(app)).admin)).toBe(404)
})
