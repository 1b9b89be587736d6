import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { cameraRecordings, playRecording } from '#contract/camera/recording.ts'
import { liveAddress, disableCamera, captureCamera } from '#contract/camera/viewing.ts'
import { callOf } from '#contract/entity-calls.ts'
import { camera } from '#contract/camera/camera.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { reconcileDisk } from '#server/modules/camera/engine/reconcile.ts'
import { Recorded } from '#server/modules/camera/engine/recorded.ts'
import { rows } from '#server/db/database.ts'
import { listen } from './camera-peers.ts'
import { newMember, newTenant, startApp, unique } from './harness.ts'
import { make } from './samples.ts'

const ffmpeg = ffmpegFile()!
/** What ffmpeg complains of; it asks this very process, which goes on meanwhile. */
const decoded = async (args: string[]) => (await promisify(execFile)(ffmpeg, args)).stderr
const app = await startApp({ privateCameras: true })
afterAll(() => app.end())
await app.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.http.server.address() as { port: number }
const base = `http://127.0.0.1:${port}`
const mine = await newTenant(app)

/** What is sent now, so that tests see who pulls. */
const sending = new Set<ChildProcess>()
const peer = await listen((_request, response) => {
  const child = spawn(
    ffmpeg,
    '-loglevel error -re -f lavfi -i testsrc=size=320x180:rate=10 -c:v libx264 -preset ultrafast -tune zerolatency -g 10 -pix_fmt yuv420p -f flv pipe:1'.split(
      ' ',
    ),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  sending.add(child)
  response.writeHead(200, { 'content-type': 'video/x-flv' })
  child.stdout.pipe(response)
  response.on('close', () => child.kill('SIGKILL'))
  child.on('close', () => sending.delete(child))
})
afterAll(() => peer.close())

async function newCamera(more: Record<string, unknown> = {}): Promise<number> {
  const deviceSerial = unique('C')
  const { id } = await mine.admin.call(callOf(camera, 'create'), {
    name: deviceSerial,
    deviceSerial,
    cameraType: 0,
    cameraEnter: 4,
    areaId: (await make(area, mine.admin)).id,
    enabledFlag: 1,
    streamAddress: `${peer.url}/${deviceSerial}.flv`,
    ...more,
  })
  return id
}
const liveOf = (id: number, protocol: 1 | 2 | 3 = 1, client = mine.admin) =>
  client.call(liveAddress, { cameraId: id, protocol })
/** The first bytes of a stream, and the stream to go on with. */
async function begin(url: string) {
  const stopping = new AbortController()
  const answer = await fetch(base + url, { signal: stopping.signal })
  expect(answer.status).toBe(200)
  const reader = answer.body!.getReader()
  const first = Buffer.from((await reader.read()).value!)
  return {
    first,
    stop: () => stopping.abort(),
    /** Resolves when the server ends it. */
    ended: (async () => {
      for (;;) if ((await reader.read()).done) return
    })().catch(() => undefined),
  }
}

test('a camera is read once for all who watch, from a key picture on, and let go after the last', async () => {
  const id = await newCamera()
  const [one, two] = [await begin((await liveOf(id)).url), await begin((await liveOf(id)).url)]
  for (const { first } of [one, two]) {
    expect(first.toString('latin1', 0, 3)).toBe('FLV')
    // There is no sound, and none is announced.
    expect(first[4]).toBe(1)
  }
  expect(sending.size).toBe(1)
  const still = await fetch(base + (await liveOf(id, 3)).url)
  expect(still.headers.get('content-type')).toBe('image/jpeg')
  expect(sending.size).toBe(1)
  one.stop()
  await new Promise((done) => setTimeout(done, 300))
  expect(sending.size).toBe(1)
  two.stop()
  await expect.poll(() => sending.size, { timeout: 8000 }).toBe(0)
}, 30_000)

test('as a list of pieces it plays for those who have nothing better', async () => {
  const { url } = await liveOf(await newCamera(), 2)
  const list = await (await fetch(base + url)).text()
  expect(list).toContain('#EXT-X-MAP:URI="init.mp4"')
  const piece = list.split('\n').find((line) => line.endsWith('.m4s'))!
  const film = await Promise.all(
    ['init.mp4', piece].map(async (name) =>
      Buffer.from(await (await fetch(new URL(name, base + url))).arrayBuffer()),
    ),
  )
  const file = join(app.filesDir, 'piece.mp4')
  writeFileSync(file, Buffer.concat(film))
  const said = await decoded(['-v', 'error', '-i', file, '-f', 'null', '-'])
  expect(said).toBe('')
}, 30_000)

test('addresses open one camera for one session, and end with it', async () => {
  const id = await newCamera()
  const other = await newCamera()
  const { url } = await liveOf(id)
  const [ticket, mac] = url.split('/')[3]!.split('.') as [string, string]
  const [, second] = (await liveOf(other)).url.split('/')[3]!.split('.') as [string, string]
  for (const forged of [`${ticket}.${second}`, `${ticket}.`, `${ticket}x.${mac}`, 'a.b'])
    expect((await fetch(`${base}/media/live/${forged}/live.flv`)).status).toBe(403)
  const viewer = await newMember(app, mine, ['wfpf.farm.equipment.monitoring.camera'])
  const watching = await begin((await liveOf(id, 1, viewer)).url)
  await app.db.platform((tx) =>
    sql`update session set ended_at = now() where account_id = ${viewer.accountId}`.execute(tx),
  )
  await watching.ended
  const foreign = await newTenant(app)
  await expect(foreign.admin.call(liveAddress, { cameraId: id })).rejects.toThrow()
}, 30_000)

test('a camera that its owner closes is closed to who watches and to who comes', async () => {
  const id = await newCamera()
  const watching = await begin((await liveOf(id)).url)
  expect(await mine.admin.call(disableCamera, { id, disabled: 1 })).toBe(1)
  await watching.ended
  await expect(liveOf(id)).rejects.toMatchObject({ status: 409, body: { code: 'camera.disabled' } })
  await mine.admin.call(disableCamera, { id, disabled: 0 })
  expect((await liveOf(id)).url).toContain('/media/live/')
}, 30_000)

test('what is shown now becomes a file', async () => {
  const { fileUrl } = await mine.admin.call(captureCamera, { cameraId: await newCamera() })
  const file = await fetch(base + fileUrl)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
}, 30_000)

test('a picture is taken of the stream that is watched, by the clock of the fuller one', async () => {
  const asked: string[] = []
  const two = await listen((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  })
  const setup = { streamAddress: `${two.url}/sd.flv`, hdAddress: `${two.url}/hd.flv` }
  const [id, alone] = [
    await newCamera(setup),
    await newCamera({ streamAddress: setup.streamAddress }),
  ]
  const take = async (cameraId: number, clarity?: 1 | 2) => {
    asked.length = 0
    await mine.admin.send(captureCamera, { cameraId, ...(clarity && { clarity }) })
    return new Set(asked)
  }
  expect(await take(id)).toEqual(new Set(['/sd.flv']))
  expect(await take(id, 2)).toEqual(new Set(['/hd.flv']))
  expect(await take(alone, 2)).toEqual(new Set(['/sd.flv']))
  two.close()
}, 30_000)

test('who watches by stills is in the history, a picture in a list is not', async () => {
  const id = await newCamera()
  const acts = () =>
    app.db.read(mine.id, (tx) =>
      rows<{ action: string }>(
        tx,
        sql`select action from audit where entity = 'camera' and record_id = ${id} and action = 'watch'`,
      ),
    )
  const glance = (await liveOf(id, 3)).url
  expect(await acts()).toHaveLength(0)
  // What was given for a list opens no film, by none of the ways.
  const opened = await Promise.all(
    ['live.flv', 'hls/live.m3u8'].map((file) =>
      fetch(base + glance.replace('still.jpg', file)).then(({ status }) => status),
    ),
  )
  expect(opened).toEqual([403, 403])
  const offered = await fetch(base + glance.replace('still.jpg', 'whep'), {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: 'v=0',
  })
  expect(offered.status).toBe(403)
  expect((await fetch(base + glance)).status).toBe(200)
  await mine.admin.call(liveAddress, { cameraId: id, protocol: 3, watched: true })
  expect(await acts()).toHaveLength(1)
  await liveOf(id)
  expect(await acts()).toHaveLength(2)
})

interface Segment {
  startsOn: string
  run: string
  file: string
  bytes: number
}
const segmentsOf = (id: number) =>
  app.db.read(mine.id, (tx) =>
    rows<Segment>(
      tx,
      sql`select starts_on, run, file, bytes from camera_segment where camera_id = ${id} order by starts_on`,
    ),
  )
test('what is recorded is played from the day’s list, and what is too much goes', async () => {
  const id = await newCamera({ recordMode: 1, recordDays: 1 })
  await expect
    .poll(async () => (await segmentsOf(id)).length, { timeout: 40_000 })
    .toBeGreaterThan(1)
  const day = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const kept = await mine.admin.call(cameraRecordings, { cameraId: id, ...day })
  expect(kept.spans).toHaveLength(1)
  const film = await mine.admin.call(playRecording, { cameraId: id, ...day })
  expect(film.parts).toMatchObject([{ at: 0 }])
  expect(film.parts[0]!.seconds).toBeGreaterThan(8)
  const said = await decoded(['-v', 'error', '-i', base + film.url, '-t', '8', '-f', 'null', '-'])
  expect(said).toBe('')

  // Nothing that is not named by the index lies on the disk, and nothing is named that does not.
  await mine.admin.call(disableCamera, { id, disabled: 1 })
  await app.rest()
  const recorded = new Recorded(app.db, join(app.filesDir, 'recordings'), {
    bucket: null,
    mostWaitingBytes: null,
    told: () => undefined,
  })
  const [first, second] = await segmentsOf(id)
  await app.db.write(mine.id, (tx) =>
    sql`update camera_segment set starts_on = starts_on - interval '3 days', ends_on = ends_on - interval '3 days'
      where camera_id = ${id} and starts_on = ${first!.startsOn}`.execute(tx),
  )
  await recorded.prune()
  expect((await segmentsOf(id)).map(({ file }) => file)).not.toContain(first!.file)
  expect(
    await (
      await import('node:fs/promises')
    )
      .stat(recorded.fileOf(mine.id, id, first!.run, first!.file))
      .catch(() => 'gone'),
  ).toBe('gone')
  const folder = join(app.filesDir, 'recordings', String(mine.id), String(id), second!.run)
  await rm(join(folder, second!.file))
  await writeFile(join(folder, '999.m4s'), 'nobody noted it')
  const old = new Date(Date.now() - 600_000)
  await utimes(folder, old, old)
  await reconcileDisk(recorded)
  expect((await segmentsOf(id)).map(({ file }) => file)).not.toContain(second!.file)
  expect(await stat(join(folder, '999.m4s')).catch(() => 'gone')).toBe('gone')
}, 90_000)

test('whoever watches keeps no server from ending', async () => {
  const other = await startApp({ privateCameras: true })
  await other.http.listen({ port: 0, host: '127.0.0.1' })
  const { port: at } = other.http.server.address() as { port: number }
  const tenant = await newTenant(other)
  const deviceSerial = unique('C')
  const { id } = await tenant.admin.call(callOf(camera, 'create'), {
    name: deviceSerial,
    deviceSerial,
    cameraType: 0,
    cameraEnter: 4,
    areaId: (await make(area, tenant.admin)).id,
    enabledFlag: 1,
    streamAddress: `${peer.url}/${deviceSerial}.flv`,
  })
  const { url } = await liveOf(id, 1, tenant.admin)
  const answer = await fetch(`http://127.0.0.1:${at}${url}`)
  const reader = answer.body!.getReader()
  await reader.read()
  const from = Date.now()
  await other.end()
  expect(Date.now() - from).toBeLessThan(5000)
  await reader.cancel().catch(() => undefined)
}, 30_000)
