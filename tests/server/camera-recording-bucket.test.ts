import { execFile, spawn } from 'node:child_process'
import { access, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { playRecording } from '#contract/camera/recording.ts'
import { appUrl } from '#server/db/migrate.ts'
import { s3Bucket } from '#server/modules/file/engine/bucket.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { pathOf } from '#server/modules/camera/engine/pieces.ts'
import { Recorded } from '#server/modules/camera/engine/recorded.ts'
import { reconcileBucket, reconcileDisk } from '#server/modules/camera/engine/reconcile.ts'
import { Uploads } from '#server/modules/camera/engine/uploads.ts'
import { flvCamera, newCamera } from './camera-ground.ts'
import { newTenant, startApp } from './harness.ts'
import { indexOf, layRun } from './recording-ground.ts'
import { S3Peer, s3Keys } from './s3-peer.ts'

const peer = new S3Peer()
const s3 = { endpoint: await peer.open(), ...s3Keys }
afterAll(() => peer.close())
const app = await startApp({
  privateCameras: true,
  recordingsBucket: { s3, isFilled: true, mostWaitingBytes: 1e9 },
})
afterAll(() => app.end())
await app.http.listen({ port: 0, host: '127.0.0.1' })
const base = `http://127.0.0.1:${(app.http.server.address() as { port: number }).port}`
const mine = await newTenant(app)
const source = await flvCamera()
afterAll(() => source.close())

const lacking: [number, string][] = []
const bucket = s3Bucket(s3)
/** The test's own, at whose paths objects lie without a prefix. */
const recordedWith = (mostWaitingBytes: number | null = null) =>
  new Recorded(app.db, join(app.filesDir, 'recordings'), {
    bucket,
    mostWaitingBytes,
    told: (removed, lack) => lacking.push([removed.length, lack]),
    youngMs: 0,
  })
const recorded = recordedWith()
const heard: string[] = []
const uploads = () =>
  new Uploads(recorded, bucket, {
    away: () => heard.push('away'),
    back: () => heard.push('back'),
  })
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const idle = async () => [mine.id, (await newCamera(mine)).id] as const
beforeEach(() => {
  peer.isDown = false
  peer.holdsAfter = null
  peer.pageSize = 1000
  heard.length = 0
  lacking.length = 0
})

test('a whole piece goes to the bucket, leaves the disk, and plays from there, in parts too', async () => {
  const { id } = await newCamera(mine, `${source.url}/live.flv`, { recordMode: 1, enabledFlag: 1 })
  const moved = async () =>
    (await indexOf(app, [mine.id, id])).filter(({ place }) => place === 1).length
  await expect.poll(moved, { timeout: 40_000 }).toBeGreaterThan(1)
  await app.rest()
  const [first] = await indexOf(app, [mine.id, id])
  const [run, file] = first!.name.split('/') as [string, string]
  expect(await isThere(recorded.fileOf(mine.id, id, run, file))).toBe(false)
  const [key] = [...peer.objects.keys()].filter((name) => name.endsWith(`/${first!.name}`))
  expect(key).toMatch(new RegExp(`^recordings/[0-9a-f]{12}/${mine.id}/${id}/`))
  const bytes = peer.objects.get(key!)!

  const day = (ms: number) => new Date(Date.now() + ms).toISOString()
  const film = await mine.admin.call(playRecording, {
    cameraId: id,
    from: day(-3_600_000),
    to: day(3_600_000),
  })
  const { stderr } = await promisify(execFile)(
    ffmpegFile()!,
    `-v error -i ${base}${film.url} -t 8 -f null -`.split(' '),
  )
  expect(stderr).toBe('')
  const at = new URL(`../${first!.name}`, base + film.url)
  const part = await fetch(at, { headers: { range: 'bytes=4-7' } })
  expect([
    part.status,
    part.headers.get('content-range'),
    Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(4, 8)),
  ]).toEqual([206, `bytes 4-7/${bytes.length}`, true])
  expect(peer.asked.at(-1)).toMatchObject({ method: 'GET', range: 'bytes=4-7' })
  expect((await fetch(at, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
  expect((await fetch(new URL('../20260101T000000000Z/0.m4s', at))).status).toBe(404)
  peer.isDown = true
  expect((await fetch(at)).status).toBe(503)
  // The others look at paths without the installation's prefix.
  await app.db.write(mine.id, (tx) => sql`delete from camera_segment`.execute(tx))
}, 90_000)

test('while the bucket is away pieces wait on the disk and play from it; once it is back they go', async () => {
  const camera = await idle()
  const { run, pieces } = await layRun(recorded, camera)
  const going = uploads()
  peer.isDown = true
  expect(await going.round()).toBe(0)
  expect(await going.round()).toBe(0)
  expect(heard).toEqual(['away'])
  expect((await indexOf(app, camera)).map(({ place }) => place)).toEqual([0, 0, 0])
  const opened = await recorded.open(...camera, run, '1.m4s', 'bytes=-5')
  expect(opened).toMatchObject({ size: 20_000, part: { start: 19_995, end: 19_999 } })
  if (opened && opened !== 'none') opened.stream.destroy()
  peer.isDown = false
  await expect.poll(() => going.round(), { timeout: 8000, interval: 200 }).toBe(3)
  expect(heard).toEqual(['away', 'back'])
  expect((await indexOf(app, camera)).map(({ place }) => place)).toEqual([1, 1, 1])
  for (const { file, bytes } of pieces) {
    expect(peer.objects.get(pathOf(...camera, run, file))!.equals(bytes)).toBe(true)
    expect(await isThere(recorded.fileOf(...camera, run, file))).toBe(false)
  }
  expect(peer.objects.get(pathOf(...camera, run, 'init.mp4'))!.toString()).toBe('beginning')
})

test('a bucket that dies in the middle of a piece has none of it, and gets all of it later', async () => {
  const camera = await idle()
  const { run, pieces } = await layRun(recorded, camera, { count: 1, size: 400_000 })
  const key = pathOf(...camera, run, '0.m4s')
  peer.holdsAfter = 100_000
  const going = uploads()
  const round = going.round()
  await expect.poll(() => peer.asked.some((one) => one.key === key)).toBe(true)
  await wait(100)
  peer.cut()
  expect(await round).toBe(0)
  expect(peer.objects.has(key)).toBe(false)
  expect(await indexOf(app, camera)).toMatchObject([{ place: 0 }])
  peer.holdsAfter = null
  await expect.poll(() => going.round(), { timeout: 8000, interval: 200 }).toBe(1)
  expect(peer.objects.get(key)!.equals(pieces[0]!.bytes)).toBe(true)
})

test('a process killed in the middle of a piece leaves it on the disk, and another takes it up', async () => {
  const camera = await idle()
  const { run, pieces } = await layRun(recorded, camera, { count: 1, size: 400_000 })
  const key = pathOf(...camera, run, '0.m4s')
  peer.holdsAfter = 100_000
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      fileURLToPath(new URL('recording-upload-child.ts', import.meta.url)),
      JSON.stringify({ url: appUrl(app.owner), root: recorded.root, s3 }),
    ],
    { stdio: 'inherit' },
  )
  const ended = new Promise((done) => child.once('exit', done))
  await expect.poll(() => peer.asked.some((one) => one.key === key), { timeout: 20_000 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  peer.holdsAfter = null
  expect([peer.objects.has(key), await isThere(recorded.fileOf(...camera, run, '0.m4s'))]).toEqual([
    false,
    true,
  ])
  // What the dead one took is nobody else's for two minutes.
  expect(await uploads().round()).toBe(0)
  await app.db.write(mine.id, (tx) =>
    sql`update camera_segment set upload_from = upload_from - interval '2 minutes' where camera_id = ${camera[1]}`.execute(
      tx,
    ),
  )
  expect(await uploads().round()).toBe(1)
  expect(peer.objects.get(key)!.equals(pieces[0]!.bytes)).toBe(true)
}, 40_000)

test('where the bucket is away for too long the oldest that wait are removed, and it is said', async () => {
  const camera = await idle()
  await layRun(recorded, camera, { count: 120, size: 2000, begin: Date.now() - 3_600_000 })
  peer.isDown = true
  await recordedWith(150_000).prune()
  const left = await indexOf(app, camera)
  // Fifty go at a time: the limit is kept, and no more was taken than that needs.
  expect(left.map(({ name }) => name.split('/')[1])).toEqual(
    Array.from({ length: 70 }, (_, i) => `${50 + i}.m4s`),
  )
  expect(lacking).toEqual([[50, 'bucket']])
  const [run] = left[0]!.name.split('/')
  expect(await isThere(recorded.fileOf(...camera, run!, '49.m4s'))).toBe(false)
  await recordedWith(null).remove(await recorded.index.ofRun(...camera, run!))
})

test('what is too old goes from the bucket with its beginning; while it is away it stays known', async () => {
  const camera = await idle()
  const { run } = await layRun(recorded, camera, { begin: Date.now() - 8 * 24 * 3_600_000 })
  await uploads().round()
  expect((await indexOf(app, camera)).map(({ place }) => place)).toEqual([1, 1, 1])
  peer.isDown = true
  await recorded.prune()
  expect(await indexOf(app, camera)).toHaveLength(3)
  peer.isDown = false
  await recorded.prune()
  expect(await indexOf(app, camera)).toEqual([])
  expect([...peer.objects.keys()].filter((key) => key.includes(run))).toEqual([])
})

test('index and bucket are made to agree, page by page, and nothing else in the bucket is touched', async () => {
  const camera = await idle()
  const [mineToo, deleted] = [await idle(), await idle()]
  const kept = await layRun(recorded, camera, { count: 5, size: 100 })
  const gone = await layRun(recorded, mineToo, { count: 2, size: 100 })
  await layRun(recorded, deleted, { count: 2, size: 100 })
  await uploads().round()
  await app.db.write(mine.id, (tx) => sql`delete from camera where id = ${deleted[1]}`.execute(tx))
  peer.objects.set(pathOf(...camera, kept.run, '77.m4s'), Buffer.from('a stray'))
  peer.objects.set('letters/1.pdf', Buffer.from('somebody else’s'))
  peer.objects.delete(pathOf(...camera, kept.run, '3.m4s'))
  for (const { file } of gone.pieces) peer.objects.delete(pathOf(...mineToo, gone.run, file))
  peer.pageSize = 2
  expect(await reconcileBucket(recorded)).toEqual({
    adopted: 0,
    lost: 3,
    // The stray, two pieces of no camera with their beginning, and the beginning of a run without pieces.
    strays: 5,
  })
  expect((await indexOf(app, camera)).map(({ name }) => name.split('/')[1])).toEqual(
    ['0', '1', '2', '4'].map((name) => `${name}.m4s`),
  )
  expect(await indexOf(app, mineToo)).toEqual([])
  expect(peer.objects.has('letters/1.pdf')).toBe(true)
  expect([...peer.objects.keys()].filter((key) => key.startsWith(`${deleted.join('/')}/`))).toEqual(
    [],
  )
  expect(await reconcileBucket(recorded)).toEqual({ adopted: 0, lost: 0, strays: 0 })
  peer.isDown = true
  await expect(reconcileBucket(recorded)).rejects.toThrow()
})

test('after a kill, whole pieces are noted, halves go, and so does what already lies in the bucket', async () => {
  const camera = await idle()
  const { run, pieces } = await layRun(recorded, camera, { count: 2, isNoted: false })
  const place = (file: string) => recorded.fileOf(...camera, run, file)
  await writeFile(place('2.m4s.tmp'), 'half')
  await writeFile(place('3.m4s'), 'its list does not name it')
  // Being written, it is left alone.
  const usual = new Recorded(app.db, recorded.root, { ...recorded.options, youngMs: 60_000 })
  expect(await reconcileDisk(usual)).toMatchObject({ adopted: 0 })
  const old = new Date(Date.now() - 120_000)
  await utimes(dirname(place('x')), old, old)
  expect(await reconcileDisk(usual)).toMatchObject({ adopted: 2, lost: 0 })
  expect((await indexOf(app, camera)).map(({ name }) => name)).toEqual(
    pieces.map(({ file }) => `${run}/${file}`),
  )
  expect([await isThere(place('2.m4s.tmp')), await isThere(place('3.m4s'))]).toEqual([false, false])
  expect((await readFile(place('1.m4s'))).equals(pieces[1]!.bytes)).toBe(true)
  // Killed between the index's word and the removal of the file.
  await uploads().round()
  await writeFile(place('0.m4s'), pieces[0]!.bytes)
  await reconcileDisk(recorded)
  expect(await isThere(place('0.m4s'))).toBe(false)
  expect(await indexOf(app, camera)).toMatchObject([{ place: 1 }, { place: 1 }])
})
