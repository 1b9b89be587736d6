import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveScreenChannels, screenSettings } from '#contract/account/screen-calls.ts'
import { board } from '#contract/board/board.ts'
import { camera, watchCode } from '#contract/camera/camera.ts'
import { createLayout, updateLayout, wallLayouts } from '#contract/camera/layout.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { usesOf } from '#contract/platform/uses.ts'
import { row, rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { tellOfReferences } from '#server/modules/platform/engine/reference-notices.ts'
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
  // Whoever made it is told, once, and nobody else.
  const notices = async () =>
    (
      await app.db.write(mine.id, async (tx) => {
        await tellOfReferences(tx, mine.id, equipmentText)
        return rows<{ accountId: number }>(
          tx,
          sql`select account_id from user_message
            where content like ${`%videosurveillance?layout=${id}"%`}`,
        )
      })
    ).map(({ accountId }) => accountId)
  expect(await notices()).toEqual([mine.adminAccount])
  expect(await notices()).toEqual([mine.adminAccount])
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
  await app.db.write(mine.id, async (tx) => {
    await tellOfReferences(tx, mine.id, equipmentText)
    expect(
      await rows(tx, sql`select 1 from user_message where content like ${`%?screen=${id}"%`}`),
    ).not.toEqual([])
  })
  await admin.call(saveScreenChannels, { id, channels: [channel(stays)] })
  expect(await found()).toEqual([])
})

test('who sees some cameras of their layout changes those, and is told that others are out of sight', async () => {
  const [here, there] = [await make(area, admin), await make(area, admin)]
  const camerasOn = async (areaId: number, count: number) => {
    const made: number[] = []
    for (let i = 0; i < count; i += 1) made.push((await make(camera, admin)).id)
    await app.db.write(mine.id, (tx) =>
      sql`update camera set area_id = ${areaId} where id = any(${made}::bigint[])`.execute(tx),
    )
    return made
  }
  const [a, b] = await camerasOn(here.id, 2)
  const [x, y] = await camerasOn(there.id, 2)
  const keeper = await newMember(app, mine, [camera.permissions.list, watchCode].flat())
  const given = {
    name: unique('布局'),
    size: 4 as const,
    patrolSeconds: 10 as const,
    isShared: true,
  }
  const { id } = await keeper.call(createLayout, { ...given, cameraIds: [a!, x!, b!, y!] })
  expect(await layoutOf(id, keeper)).toMatchObject({ unseen: 0 })
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[here.id]}::bigint[]
      where account_id = ${keeper.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await layoutOf(id, keeper)).toMatchObject({ unseen: 2, gone: 0, cameraIds: [a, b] })
  const told = await app.db.write(mine.id, async (tx) => {
    await tellOfReferences(tx, mine.id, equipmentText)
    return rows<{ accountId: number; content: string }>(
      tx,
      sql`select account_id, content from user_message where content like ${`%?layout=${id}"%`}`,
    )
  })
  expect(told).toMatchObject([
    { accountId: keeper.accountId, content: expect.stringContaining('看不到') },
  ])
  // One goes, the other moves up; what is not seen stays where it is, to whoever sees it.
  const [fresh] = await camerasOn(here.id, 1)
  await keeper.call(updateLayout, { id, ...given, cameraIds: [b!, a!, fresh!] })
  expect(await layoutOf(id)).toMatchObject({ unseen: 0, cameraIds: [b, x, a, y, fresh] })
  await keeper.call(updateLayout, { id, ...given, cameraIds: [b!] })
  expect(await layoutOf(id)).toMatchObject({ cameraIds: [b, x, y] })
})

test('a wall of a hundred cameras is kept and gone through page by page', async () => {
  const one = await make(camera, admin)
  const many = Array.from({ length: 100 }, () => one.id)
  const { id } = await admin.call(createLayout, {
    name: unique('布局'),
    size: 16,
    patrolSeconds: 30,
    isShared: false,
    cameraIds: many,
  })
  expect((await layoutOf(id)).cameraIds).toHaveLength(100)
})
