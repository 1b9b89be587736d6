import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveScreenChannels, screenSettings } from '#contract/account/screen-calls.ts'
import { board } from '#contract/board/board.ts'
import { camera, watchCode } from '#contract/camera/camera.ts'
import { createLayout, updateLayout, wallLayouts } from '#contract/camera/layout.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { usesOf } from '#contract/platform/uses.ts'
import { row } from '#server/db/database.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'
import { make } from './samples.ts'

const { app, mine, theirs } = await twoFarms()
const admin = mine.admin
const layoutOf = async (id: number, who = admin) =>
  (await who.call(wallLayouts, {})).find((one) => one.id === id)!

test('what shows a camera is told before it is deleted, and says so after', async () => {
  const [gone, stays] = [await make(camera, admin), await make(camera, admin)]
  const shows = await admin.call(callOf(board, 'create'), {
    name: unique('看板'),
    sharing: 'mine',
    cards: [{ kind: 'camera', cameraId: gone.id, width: 2, height: 2 }],
  })
  const layout = {
    name: unique('布局'),
    size: 4 as const,
    patrolSeconds: 0 as const,
    isShared: true,
  }
  const { id } = await admin.call(createLayout, { ...layout, cameraIds: [gone.id, stays.id] })
  await admin.call(createLayout, { ...layout, name: unique('布局'), cameraIds: [stays.id] })
  const uses = async (who = admin) => {
    const found = await who.call(usesOf, { kind: 'camera', ids: String(gone.id) })
    return [found.uses.map((one) => [one.what, one.id]), found.hidden]
  }
  expect(await uses()).toEqual([
    [
      ['board', shows.id],
      ['cameraLayout', id],
    ],
    0,
  ])
  expect(await uses(theirs.admin)).toEqual([[], 0])
  // Boards of others are told of by their number; a shared layout is everybody's who may watch.
  const keeper = await newMember(app, mine, [camera.permissions.list, watchCode].flat())
  expect(await uses(keeper)).toEqual([[['cameraLayout', id]], 1])

  await admin.call(callOf(camera, 'delete'), {
    id: gone.id,
    objectVersionNumber: gone.objectVersionNumber,
  } as never)
  expect(await admin.call(callOf(board, 'show'), { id: shows.id })).toMatchObject({
    state: 'broken',
  })
  for (const who of [admin, keeper])
    expect(await layoutOf(id, who)).toMatchObject({ gone: 1, cameraIds: [stays.id] })
  await admin.call(restoreRecord, { entity: 'camera', recordId: gone.id })
  expect(await layoutOf(id)).toMatchObject({ gone: 0, cameraIds: [gone.id, stays.id] })
  await admin.call(updateLayout, { id, ...layout, cameraIds: [stays.id] })
  expect(await uses()).toEqual([[['board', shows.id]], 0])
})

test('a screen on another host says which of its devices are deleted', async () => {
  const [gone, stays] = [
    await newDevice(admin, 'inverter'),
    await newDevice(admin, 'electric_valve'),
  ]
  const { id } = (await app.db.write(mine.id, (tx) =>
    row<{ id: number }>(
      tx,
      sql`insert into tenant_screen (screen_name, screen_address)
        values ('大屏', 'https://wall.example.com') returning id`,
    ),
  ))!
  const channel = (of: { id: number }) => ({ deviceId: of.id, metric: null })
  await admin.call(saveScreenChannels, { id, channels: [channel(gone), channel(stays)] })
  const found = async () =>
    (await admin.call(screenSettings, {})).find((one) => one.id === id)!.gone
  expect(await found()).toEqual([])
  const { uses } = await admin.call(usesOf, { kind: 'device', ids: String(gone.id) })
  expect(uses).toEqual([{ what: 'screen', id, name: '大屏' }])
  await admin.call(callOf(device, 'delete'), { id: gone.id })
  expect(await found()).toEqual([gone.id])
  await admin.call(saveScreenChannels, { id, channels: [channel(stays)] })
  expect(await found()).toEqual([])
})
