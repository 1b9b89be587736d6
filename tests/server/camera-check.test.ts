import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraWays, camera as cameraEntity } from '#contract/camera/camera.ts'
import { checkCamera, disableCamera } from '#contract/camera/viewing.ts'
import { cameraPlatform, setCameraPlatformSecret } from '#contract/camera/platform.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { account, cameraPeers, flvOf, listen, secret, TestPole } from './camera-peers.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { make, type Made } from './samples.ts'

const serial = '34020000001320000031'
let app: TestApp
let mine: Tenant
let theirs: Tenant
let areaId: number
let peers: Awaited<ReturnType<typeof cameraPeers>>
let media: Awaited<ReturnType<typeof listen>>
const pole = new TestPole(serial)
beforeAll(async () => {
  media = await listen((request, response) => {
    if (request.url?.endsWith('/locked.m3u8'))
      return void response.end(
        '#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="key"\n#EXTINF:2,\n1.ts\n',
      )
    if (request.url?.endsWith('.m3u8')) return void response.end('no list')
    const [, name] = /^\/(\w+)/.exec(request.url ?? '') ?? []
    if (name === 'refused') return void response.writeHead(401).end()
    if (name === 'missing') return void response.writeHead(404).end()
    response.writeHead(200)
    if (name === 'silent') return void response.flushHeaders()
    response.write(name === 'rubbish' ? 'hello' : flvOf(name === 'hevc' ? 'hevc' : 'h264'))
  })
  peers = await cameraPeers([pole], media.url)
  app = await startApp({ privateCameras: true })
  mine = await newTenant(app)
  theirs = await newTenant(app)
  areaId = (await make(area, mine.admin)).id
})
afterAll(async () => {
  await app.end()
  media.close()
  peers.close()
})

const camera = (more: Record<string, unknown>) =>
  mine.admin.call(
    callOf(cameraEntity, 'create'),
    untyped({
      name: unique('C'),
      deviceSerial: unique('C'),
      cameraType: 0,
      enabledFlag: 1,
      areaId,
      ...more,
    }),
  )
const at = (streamAddress: string | null) =>
  camera({ cameraEnter: cameraWays.address, streamAddress })
interface Checked {
  steps: { step: string; ok: boolean | null; found: string; advice: string }[]
  codec: string | null
}
const check = ({ id }: Made, who: Client = mine.admin) => who.call(checkCamera, { cameraId: id })
/** The step at which it broke, what was found and what is to be done. */
const broken = async (made: Made) => {
  const { steps } = await check(made)
  const place = steps.findIndex(({ ok }) => ok === false)
  // What comes after it was not asked, what came before was in order.
  expect(steps.map(({ ok }) => ok)).toEqual(
    steps.map((_, i) => (place === -1 || i < place ? true : i === place ? false : null)),
  )
  expect(steps.every(({ ok, advice }) => (ok === false) === (advice !== ''))).toBe(true)
  const one = steps[place]
  return one ? `${one.step}: ${one.found}` : 'fine'
}

test('a camera that plays passes every step, and its codec is told', async () => {
  const { steps, codec } = await check(await at(`${media.url}/live.flv`))
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual(
    ['enabled', 'registered', 'address', 'reachable', 'arriving', 'codec'].map((step) => [
      step,
      true,
    ]),
  )
  expect(codec).toBe('h264')
  expect(steps[2]!.found).toBe(new URL(media.url).host)
})

test('each way of being broken is found at its step, in words', async () => {
  const closed = await at(`${media.url}/live.flv`)
  await mine.admin.call(disableCamera, { id: closed.id, disabled: 1 })
  expect(await broken(closed)).toBe('enabled: 摄像头已被所有者停用')
  expect(await broken(await at(null))).toMatch(/^address: 没有可用的视频流地址/)
  expect(await broken(await at(`${media.url}/list.m3u8`))).toMatch(/^arriving: 没有收到视频流/)
  expect(await broken(await at('http://127.0.0.1:1/a.flv'))).toMatch(
    /^reachable: 无法连通.*127\.0\.0\.1:1 ECONNREFUSED/,
  )
  expect(await broken(await at('rtsp://127.0.0.1:1/main'))).toMatch(/^reachable: 无法连通/)
  expect(await broken(await at('rtsp://no-such-host.invalid/main'))).toMatch(/^reachable: 无法连通/)
  expect(await broken(await at(`${media.url}/refused.flv`))).toMatch(
    /^arriving: 账号或密码不被接受/,
  )
  expect(await broken(await at(`${media.url}/missing.flv`))).toMatch(/^arriving: 设备不存在/)
  expect(await broken(await at(`${media.url}/rubbish.flv`))).toMatch(/^arriving: 没有收到视频流/)
  expect(await broken(await at(`${media.url}/hevc.flv`))).toMatch(/^codec: 视频编码不能.*hevc/)
})

test('a stream that sends nothing is waited for six seconds, not longer', async () => {
  const from = Date.now()
  expect(await broken(await at(`${media.url}/silent.flv`))).toMatch(/^arriving: 没有收到视频流/)
  expect(Date.now() - from).toBeGreaterThan(5500)
  expect(Date.now() - from).toBeLessThan(9000)
}, 15_000)

test('behind a platform: none, a wrong secret, not registered, offline, media elsewhere, fine', async () => {
  const gb = (more: Record<string, unknown>) => camera({ cameraEnter: cameraWays.gb, ...more })
  expect(await broken(await gb({}))).toMatch(/^registered: 没有选择摄像头平台/)
  const { id: platformId } = await mine.admin.call(callOf(cameraPlatform, 'create'), {
    name: unique('wvp'),
    kind: 'wvp',
    url: `${peers.url}/wvp`,
    accountName: account,
    enabledFlag: 1,
  })
  const tell = (text: string) =>
    mine.admin.call(setCameraPlatformSecret, {
      id: platformId,
      secret: text,
    })
  const known = await gb({ platformId, deviceSerial: serial })
  await tell('wrong')
  expect(await broken(known)).toMatch(/^registered: 账号或密码不被接受/)
  expect((await check(known)).steps[1]!.advice).toContain('摄像头平台')
  await tell(secret)
  expect(await broken(await gb({ platformId, deviceSerial: '34020000001320000099' }))).toMatch(
    /^registered: 设备不存在，请检查序列号/,
  )
  pole.state = 'dead'
  expect(await broken(known)).toBe('registered: 设备不在线')
  pole.state = 'on'
  expect(await broken(known)).toBe('fine')
})

test('it is told in the language of who asks, and to those alone who may watch it', async () => {
  const made = await at(null)
  const { steps } = await mine.admin
    .send(checkCamera, { cameraId: made.id }, { 'accept-language': 'en-US' })
    .then((answer) => answer.json<Checked>())
  expect(steps[2]).toMatchObject({
    found: expect.stringMatching(/^No stream address/),
    advice: expect.stringMatching(/^Edit the camera/),
  })
  const ask = (who: Client) => who.send(checkCamera, { cameraId: made.id })
  expect((await ask(theirs.admin)).statusCode).toBe(404)
  expect((await ask(await newMember(app, mine, []))).statusCode).toBe(403)
})

test('where private networks are closed, an address in one is not called', async () => {
  const shut = await app.beside({ privateCameras: false })
  const made = await at(`${media.url}/live.flv`)
  const answer = await shut.http.inject({
    method: 'POST',
    url: checkCamera.endpoint.slice(5).replace('{tenant}', String(mine.id)),
    headers: { authorization: `Bearer ${mine.admin.token}` },
    payload: { cameraId: made.id },
  })
  expect(answer.json<Checked>().steps.find(({ ok }) => ok === false)?.step).toBe('reachable')
})

test('a list whose pieces are locked by more than a key is refused with that reason', async () => {
  const { steps } = await check(await at(`${media.url}/locked.m3u8`))
  const failed = steps.find(({ ok }) => ok === false)!
  expect(failed).toMatchObject({ step: 'arriving', found: expect.stringContaining('SAMPLE-AES') })
  expect(failed.advice).toContain('RTSP')
})
