import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { camera } from '#contract/camera/camera.ts'
import { cameraRecordings } from '#contract/camera/recording.ts'
import { rows } from '#server/db/database.ts'
import { tellOfLackingRoom } from '#server/modules/camera/lacking-room.ts'
import type { Segment } from '#server/modules/camera/engine/segments.ts'
import { Recorded } from '#server/modules/camera/engine/recorded.ts'
import { newCamera } from './camera-ground.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant, type Tenant } from './harness.ts'
import { indexOf, layRun } from './recording-ground.ts'

const { app, mine } = await oneFarm()
const theirs = await newTenant(app)
const told: [number, string][] = []
let gone: readonly Segment[] = []
/** There is room for so many bytes on the disk. */
const withRoomFor = (bytes: number | null) =>
  new Recorded(app.db, join(app.filesDir, 'recordings'), {
    bucket: null,
    mostWaitingBytes: bytes,
    told: (removed, lack) => {
      told.push([removed.length, lack])
      gone = removed
    },
    youngMs: 0,
  })
const cameraOf = async (tenant: Tenant) => [tenant.id, (await newCamera(tenant)).id] as const
/** Pieces count as large files: nobody has gigabytes to spare for a test. */
const lay = async (camera: readonly [number, number], count: number, begin: number, gb = 0) => {
  await layRun(withRoomFor(null), camera, { count, size: 1000, begin })
  if (gb > 0)
    await app.db.write(camera[0], (tx) =>
      sql`update camera_segment set bytes = ${gb * 1e9} where camera_id = ${camera[1]}`.execute(tx),
    )
}
beforeEach(async () => {
  told.length = 0
  for (const { id } of [mine, theirs])
    await app.db.write(id, (tx) => sql`delete from camera_segment`.execute(tx))
})

test('where room is lacking, the oldest go of whoever has most, however young', async () => {
  const [large, small] = [await cameraOf(mine), await cameraOf(theirs)]
  await lay(small, 3, Date.now() - 3_600_000)
  await lay(large, 30, Date.now() - 400_000)
  await withRoomFor(20_000).prune()
  expect(await indexOf(app, small)).toHaveLength(3)
  expect((await indexOf(app, large)).length).toBeLessThan(18)
  expect(told).toEqual([[expect.any(Number), 'bucket']])
})

test('whoever edits cameras is told that recordings went before their time, once a day, and the playback says when', async () => {
  const editor = await newMember(app, mine, [camera.permissions.edit as string])
  const onlooker = await newMember(app, mine, [...camera.permissions.list])
  const large = await cameraOf(mine)
  const letters = (accountId: number) =>
    app.db.read(mine.id, (tx) =>
      rows<{ subject: string; content: string }>(
        tx,
        sql`select subject, content from user_message where account_id = ${accountId}`,
      ),
    )
  for (let round = 0; round < 2; round++) {
    await lay(large, 30, Date.now() - 400_000)
    await withRoomFor(20_000).prune()
    await tellOfLackingRoom(app.db, gone)
  }
  expect(await letters(editor.accountId)).toEqual([
    { subject: '录像提前删除', content: expect.stringContaining('已提前删除') },
  ])
  expect(await letters(onlooker.accountId)).toEqual([])
  const shown = await mine.admin.call(cameraRecordings, {
    cameraId: large[1],
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date().toISOString(),
  })
  expect(Date.now() - Date.parse(shown.roomLackedAt!)).toBeLessThan(60_000)
})

test('what the operator lets a tenant record is kept, over all its cameras, the oldest first', async () => {
  const [first, second, other] = [
    await cameraOf(mine),
    await cameraOf(mine),
    await cameraOf(theirs),
  ]
  await lay(first, 3, Date.now() - 7_200_000, 2)
  await lay(second, 3, Date.now() - 3_600_000, 2)
  await lay(other, 3, Date.now() - 7_200_000, 2)
  const limit = (gb: number | null) =>
    app.db.platform((tx) =>
      sql`update tenant set max_recordings_gb = ${gb} where id = ${mine.id}`.execute(tx),
    )
  await limit(7)
  await withRoomFor(null).prune()
  expect(await indexOf(app, first)).toEqual([])
  expect(await indexOf(app, second)).toHaveLength(3)
  expect(await indexOf(app, other)).toHaveLength(3)
  await limit(null)
})
