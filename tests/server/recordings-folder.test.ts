import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { reconcileDisk } from '#server/modules/camera/engine/reconcile.ts'
import { takeFolder } from '#server/modules/camera/engine/own-folder.ts'
import { Recorded } from '#server/modules/camera/engine/recorded.ts'
import { newCamera } from './camera-ground.ts'
import { newTenant, startApp } from './harness.ts'
import { indexOf, layRun } from './recording-ground.ts'
import { S3Peer, s3Keys } from './s3-peer.ts'

const peer = new S3Peer()
const s3 = { endpoint: await peer.open(), ...s3Keys }
afterAll(() => peer.close())
const folder = mkdtempSync(join(tmpdir(), 'furrow-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("a folder is one installation's, whose processes share it; another is refused with a sentence", async () => {
  takeFolder(folder, 'aaaa')
  takeFolder(folder, 'aaaa')
  expect(() => takeFolder(folder, 'bbbb')).toThrow(/another installation.*FURROW_RECORDINGS_DIR/s)
  await expect(startApp({ recordingsDir: folder }).then((app) => app.end())).rejects.toThrow(
    'belongs to another installation',
  )
  // What cannot be written is no reason not to start.
  await writeFile(join(folder, 'file'), '')
  takeFolder(join(folder, 'file', 'below'), 'aaaa')
})

test("two processes of one installation leave each other's recordings alone", async () => {
  const app = await startApp({ privateCameras: true })
  const mine = await newTenant(app)
  const { id } = await newCamera(mine)
  const root = join(app.filesDir, 'shared')
  await mkdir(root, { recursive: true })
  const process = (youngMs: number) =>
    new Recorded(app.db, root, {
      bucket: null,
      mostWaitingBytes: null,
      told: () => undefined,
      youngMs,
    })
  const [one, other] = [process(60_000), process(60_000)]
  await layRun(one, [mine.id, id])
  const before = await indexOf(app, [mine.id, id])
  const found = await Promise.all([reconcileDisk(one), reconcileDisk(other)])
  // What is being written is whoever's writes it, whichever process looks.
  expect(found).toEqual(Array.from({ length: 2 }, () => ({ adopted: 0, lost: 0, strays: 0 })))
  expect(await indexOf(app, [mine.id, id])).toEqual(before)
  await app.end()
})

test('what waits for the bucket is counted, with its size and its age', async () => {
  const app = await startApp({
    privateCameras: true,
    recordingsBucket: { s3, isFilled: true, mostWaitingBytes: 1e9 },
  })
  const mine = await newTenant(app)
  const { id } = await newCamera(mine)
  peer.isDown = true
  await app.db.write(mine.id, async (tx) => {
    for (const [i, isKept] of [1, 1, 0].entries())
      await sql`insert into camera_segment (camera_id, starts_on, ends_on, run, file, bytes, kept_flag, upload_from)
        values (${id}, now() - make_interval(secs => ${700 - i * 10}), now() - make_interval(secs => ${690 - i * 10}),
          'r', ${`${i}.m4s`}, 1000, ${isKept}, now() + interval '1 hour')`.execute(tx)
  })
  const text = (await app.http.inject({ url: '/metrics' })).body
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  expect(valueOf('furrow_recordings_waiting')).toBe(2)
  expect(valueOf('furrow_recordings_waiting_bytes')).toBe(2000)
  expect(valueOf('furrow_recordings_waiting_seconds')).toBeGreaterThanOrEqual(690)
  expect(valueOf('furrow_recordings_waiting_seconds')).toBeLessThan(800)
  await app.end()
})
