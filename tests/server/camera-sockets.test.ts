import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { area } from '#contract/farm/area.ts'
import { camera } from '#contract/camera/camera.ts'
import { liveAddress, playProtocols } from '#contract/camera/viewing.ts'
import { callOf } from '#contract/entity-calls.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { listen } from './camera-peers.ts'
import { newMember, newTenant, startApp, unique } from './harness.ts'
import { make } from './samples.ts'

const app = await startApp({ privateCameras: true })
afterAll(() => app.end())
await app.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.http.server.address() as { port: number }
const mine = await newTenant(app)

let sending = 0
const peer = await listen((asked, response) => {
  // One that is there and sends nothing.
  if (asked.url!.includes('dead')) return void response.writeHead(404).end()
  const child = spawn(
    ffmpegFile()!,
    '-loglevel error -re -f lavfi -i testsrc=size=320x180:rate=10 -c:v libx264 -preset ultrafast -tune zerolatency -g 10 -pix_fmt yuv420p -f flv pipe:1'.split(
      ' ',
    ),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  sending += 1
  response.writeHead(200, { 'content-type': 'video/x-flv' })
  child.stdout.pipe(response)
  response.on('close', () => child.kill('SIGKILL'))
  child.on('close', () => (sending -= 1))
})
afterAll(() => peer.close())

async function newCamera(file = 'live'): Promise<number> {
  const deviceSerial = unique('C')
  const { id } = await mine.admin.call(callOf(camera, 'create'), {
    name: deviceSerial,
    deviceSerial,
    cameraType: 0,
    cameraEnter: 4,
    areaId: (await make(area, mine.admin)).id,
    enabledFlag: 1,
    streamAddress: `${peer.url}/${deviceSerial}/${file}.flv`,
  })
  return id
}
const addressOf = async (cameraId: number, client = mine.admin) =>
  (
    await client.call(liveAddress, {
      cameraId,
      protocol: playProtocols.socket,
    })
  ).url
const socketAt = (path: string) => new WebSocket(`ws://127.0.0.1:${port}${path}`)
/** What is said to whoever asks to speak over a socket: the status, or null where nothing is said. */
const refusalAt = (path: string) =>
  new Promise<number | null>((done) => {
    const asking = request({
      port,
      path,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      },
    })
    asking.on('response', ({ statusCode }) => done(statusCode!))
    asking.on('upgrade', (_answer, socket) => {
      socket.destroy()
      done(101)
    })
    asking.on('error', () => done(null))
    asking.end()
  })

test('streams go over a socket each, from a key picture on, and end with who looks', async () => {
  const id = await newCamera()
  const sockets = [socketAt(await addressOf(id)), socketAt(await addressOf(id))]
  const firsts = await Promise.all(sockets.map((one) => once(one, 'message')))
  // What a player begins with comes as one message.
  for (const [first] of firsts as [Buffer][]) {
    expect(first.toString('latin1', 0, 3)).toBe('FLV')
    expect(first.length).toBeGreaterThan(500)
  }
  expect(sending).toBe(1)
  for (const one of sockets) one.close()
  await expect.poll(() => sending, { timeout: 8000 }).toBe(0)
}, 30_000)

test('a forged ticket opens none, nor does any other path', async () => {
  const path = await addressOf(await newCamera())
  expect(await refusalAt(path.replace(/.{3}\/socket$/, 'xxx/socket'))).toBe(403)
  for (const other of ['/media/live/socket', `${path}/more`, '/elsewhere'])
    expect(await refusalAt(other)).toBe(null)
  expect(await refusalAt(path)).toBe(101)
})

test('a socket ends with the session whose it is, and says when nothing comes', async () => {
  const viewer = await newMember(app, mine, ['wfpf.farm.equipment.monitoring.camera'])
  const watching = socketAt(await addressOf(await newCamera(), viewer))
  await once(watching, 'message')
  await app.db.platform((tx) =>
    sql`update session set ended_at = now() where account_id = ${viewer.accountId}`.execute(tx),
  )
  await once(watching, 'close')

  const dead = socketAt(await addressOf(await newCamera('dead')))
  const [code, reason] = (await once(dead, 'close')) as [number, Buffer]
  expect([code, reason.toString()]).toEqual([1011, 'not_found'])
}, 30_000)
