import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import { concentratorVisualization } from '#contract/connectivity/concentrator-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { callOf } from '#contract/entity-calls.ts'
import { camera } from '#contract/camera/camera.ts'
import { transferOf } from '#contract/many.ts'
import { connect, newDevice, report, statusTopic } from './devices.ts'
import { twoFarms } from './ground.ts'
import { make } from './samples.ts'
import { newEui, unique } from './harness.ts'

const { app, mine, theirs } = await twoFarms()

test('a camera is to be heard while the box on its pole is, and nobody else’s box counts', async () => {
  const serial = unique('E')
  const put = async ({ admin }: typeof mine, deviceSerial: string) =>
    admin.call(callOf(camera, 'create'), {
      name: deviceSerial,
      deviceSerial,
      cameraType: 0,
      cameraEnter: 1,
      areaId: (await make(area, admin)).id,
    })
  const [own, other, foreign] = [
    await put(mine, serial),
    await put(mine, unique('E')),
    await put(theirs, serial),
  ]
  const box = await newDevice(mine.admin, 'camera', { eui: serial.toLowerCase() })
  const online = async (id: number, tenant = mine) =>
    (await tenant.admin.call(callOf(camera, 'show'), { id })).online
  expect(await online(own.id)).toBe(0)
  const told: { resource: string; ids: number[] }[] = []
  const unlisten = await app.db.listen(
    'furrow_live',
    (text) => void told.push(JSON.parse(text) as (typeof told)[number]),
  )
  const client = await connect(app, box)
  await report(client, { values: { recording: 1, storageUsed: 71, storageFault: 0, light: 0 } })
  expect([await online(own.id), await online(other.id), await online(foreign.id, theirs)]).toEqual([
    1, 0, 0,
  ])
  await expect
    .poll(() => told.filter(({ resource }) => resource === 'camera').map(({ ids }) => ids))
    .toEqual([[own.id]])
  const { content } = await mine.admin.call(callOf(camera, 'list'), {
    online: 1,
    relation: 'owner',
  })
  expect(content.map(({ id }) => id)).toEqual([own.id])
  // Whoever looked at its picture lately and found nobody there knows better than the box.
  const looked = (minutes: number) =>
    app.db.write(mine.id, (tx) =>
      sql`update camera set heard_flag = 0, heard_at = now() - make_interval(mins => ${minutes})
        where id = ${own.id}`.execute(tx),
    )
  await looked(1)
  expect(await online(own.id)).toBe(0)
  await looked(20)
  expect(await online(own.id)).toBe(1)
  await client.publishAsync(statusTopic, 'offline', { qos: 1 })
  await expect.poll(() => online(own.id)).toBe(0)
  await client.endAsync()
  // A device of another type that has the same number by chance is no box.
  await app.db.write(mine.id, (tx) =>
    sql`update device set device_type = 'gateway', online = 1 where id = ${box.id}`.execute(tx),
  )
  expect(await online(own.id)).toBe(0)
  await unlisten()
})

test('places have the names that the specification’s clients look for', async () => {
  const areaId = (await make(area, mine.admin)).id
  const { areaName } = await mine.admin.call(callOf(area, 'show'), { id: areaId })
  const deviceSerial = unique('E')
  const { id } = await mine.admin.call(callOf(camera, 'create'), {
    name: deviceSerial,
    deviceSerial,
    cameraType: 0,
    cameraEnter: 1,
    areaId,
  })
  const box = await newDevice(mine.admin, 'camera', { areaId })
  for (const told of [
    await mine.admin.call(callOf(camera, 'show'), { id }),
    await mine.admin.call(callOf(device, 'show'), { id: box.id }),
  ])
    expect(told).toMatchObject({ areaName, areaIdName: areaName, landName: null })
})

test('a device names a camera of its base, which is not deleted meanwhile and stays behind when it moves', async () => {
  const { admin } = mine
  const here = await make(area, admin)
  const plot = (await make(land, admin)) as unknown as { id: number; areaId: number }
  const elsewhere = plot.areaId
  const put = async (areaId: number) =>
    (
      await admin.call(callOf(camera, 'create'), {
        name: unique('C'),
        deviceSerial: unique('C'),
        cameraType: 0,
        cameraEnter: 1,
        areaId,
      })
    ).id
  const [looking, away] = [await put(here.id), await put(elsewhere)]
  const valve = (cameraId: number) =>
    admin.send(callOf(device, 'create'), {
      name: unique('V'),
      eui: newEui(),
      deviceType: 'electric_valve',
      areaId: here.id,
      enabledFlag: 1,
      cameraId,
    })
  expect((await valve(away)).json()).toMatchObject({
    fields: { cameraId: '不属于上面所选的记录' },
  })
  const answer = await valve(looking)
  expect(answer.json()).toMatchObject({ cameraId: looking })
  const made = answer.json<{ id: number }>()
  const named = async () => (await admin.call(concentratorVisualization, { id: made.id })).cameraId
  expect(await named()).toBe(looking)
  expect((await admin.send(callOf(camera, 'delete'), { id: looking })).statusCode).toBe(422)
  await admin.call(transferOf(device), [{ id: made.id, areaId: elsewhere, landId: plot.id }])
  expect(await named()).toBeNull()
  expect((await admin.send(callOf(camera, 'delete'), { id: looking })).statusCode).toBe(200)
})
