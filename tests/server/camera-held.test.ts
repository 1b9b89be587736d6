import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { camera, cameraWays, watchCode } from '#contract/camera/camera.ts'
import { cameraPlatform, setCameraPlatformSecret } from '#contract/camera/platform.ts'
import { heldRecordings } from '#contract/camera/recording.ts'
import { disableCamera, liveAddress } from '#contract/camera/viewing.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { Holdings, joined } from '#server/modules/camera/engine/holdings.ts'
import {
  CameraFault,
  type CameraSource,
  type Holding,
} from '#server/modules/camera/engine/source.ts'
import { newCamera } from './camera-ground.ts'
import { account, cameraPeers, refusal, secret, setupAt, TestPole } from './camera-peers.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { make } from './samples.ts'

const pole = new TestPole('34020000001320000077')
const cloudPole = new TestPole('E77000077')
let app: TestApp
let peers: Awaited<ReturnType<typeof cameraPeers>>
let mine: Tenant
beforeAll(async () => {
  peers = await cameraPeers([pole, cloudPole])
  app = await startApp({ privateCameras: true })
  mine = await newTenant(app)
})
afterAll(async () => {
  peers.close()
  await app.end()
})
beforeEach(() => {
  pole.state = 'on'
})

const day = Date.parse('2026-11-20T00:00:00+08:00')
const dayMs = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()
const hours = (from: number, to: number) => ({
  from: day + from * 3_600_000,
  to: day + to * 3_600_000,
})
/** A camera at a platform of its own: what is asked of one is counted together. */
async function cameraAt(kind: 'wvp' | 'ezviz', serial: string): Promise<number> {
  const platform = await mine.admin.call(callOf(cameraPlatform, 'create'), {
    name: unique(kind),
    kind,
    url: `${peers.url}/${kind}`,
    accountName: account,
    enabledFlag: 1,
  })
  await mine.admin.send(setCameraPlatformSecret, { id: platform.id, secret })
  const { id } = await mine.admin.call(callOf(camera, 'create'), {
    name: unique('cam'),
    deviceSerial: serial,
    channelNo: 1,
    cameraType: 1,
    cameraEnter: kind === 'wvp' ? cameraWays.gb : cameraWays.cloud,
    platformId: platform.id,
    areaId: (await make(area, mine.admin)).id,
    enabledFlag: 1,
  })
  return id
}
const ask = (cameraId: number, from = day, who = mine.admin) =>
  who.call(heldRecordings, { cameraId, from: iso(from), to: iso(from + dayMs) })
const asked = () => peers.wvp.asked.filter(({ call }) => call.startsWith('gb_record')).length

test('a day of a device is told in whole stretches, and asked for once', async () => {
  const id = await cameraAt('wvp', pole.serial)
  pole.kept.card = [hours(-1, 0.5), hours(0.5, 1), hours(1, 2), hours(9, 10), hours(23, 25)]
  const before = asked()
  const found = await Promise.all([ask(id), ask(id), ask(id)])
  expect(found[0]).toEqual({
    told: 'all',
    why: '',
    spans: [
      { place: 'card', startsOn: iso(day), endsOn: iso(hours(0, 2).to) },
      { place: 'card', startsOn: iso(hours(9, 0).from), endsOn: iso(hours(0, 10).to) },
      { place: 'card', startsOn: iso(hours(23, 0).from), endsOn: iso(day + dayMs) },
    ],
  })
  expect(found[1]).toEqual(found[0])
  expect(asked() - before).toBe(1)
  // Tomorrow nothing can be recorded, and nobody is asked.
  expect(await ask(id, Date.now() + dayMs)).toEqual({ told: 'all', spans: [], why: '' })
  expect(asked() - before).toBe(1)

  pole.state = 'dead'
  const other = day - dayMs
  expect(await ask(id, other)).toEqual({
    told: 'unknown',
    spans: [],
    why: expect.stringContaining('没有在规定时间内答复'),
  })
  expect((await ask(id, other)).told).toBe('unknown')
  expect(asked() - before).toBe(2)
})

test('card and cloud are told apart, and each is played from where it is', async () => {
  const id = await cameraAt('ezviz', cloudPole.serial)
  cloudPole.kept.card = [hours(3, 4)]
  cloudPole.kept.cloud = [hours(6, 6.5)]
  expect((await ask(id)).spans.map(({ place }) => place)).toEqual(['card', 'cloud'])
  const played = async (place: 'card' | 'cloud') => {
    const { url } = await mine.admin.call(liveAddress, {
      cameraId: id,
      protocol: 1,
      clarity: 1,
      from: iso(hours(6, 0).from),
      place,
    })
    await app.http.inject(url)
    return peers.ezviz.asked.findLast(({ call }) => call === 'v2/live/address/get')!.fields.type
  }
  expect([await played('card'), await played('cloud')]).toEqual(['2', '3'])
  cloudPole.state = 'dead'
  expect(await ask(id, day - dayMs)).toEqual({
    told: 'part',
    spans: [],
    why: expect.stringContaining('设备不在线'),
  })
})

test('who may not look learns nothing, and a camera that does not tell says so', async () => {
  const id = await cameraAt('wvp', '34020000001320000078')
  const span = { cameraId: id, from: iso(day), to: iso(day + dayMs) }
  const theirs = await newTenant(app)
  const [onlooker, stranger] = [
    await newMember(app, mine, [watchCode]),
    await newMember(app, mine, []),
  ]
  expect((await theirs.admin.send(heldRecordings, span)).statusCode).toBe(404)
  expect((await stranger.send(heldRecordings, span)).statusCode).toBe(403)
  expect((await onlooker.send(heldRecordings, span)).statusCode).toBe(200)
  const long = { ...span, to: iso(day + 2 * dayMs) }
  expect((await mine.admin.send(heldRecordings, long)).statusCode).toBe(422)
  expect((await mine.admin.send(heldRecordings, { ...span, to: span.from })).statusCode).toBe(422)

  const plain = await newCamera(mine, 'rtsp://127.0.0.1/x')
  expect(await ask(plain.id)).toEqual({ told: 'untold', spans: [], why: '' })
  await mine.admin.call(disableCamera, { id: plain.id, disabled: 1 })
  expect(await ask(plain.id)).toMatchObject({ told: 'unknown', why: '摄像头已被所有者停用' })
})

test('files that follow each other are one, of each place for itself and within the day', () => {
  const at = (place: 'card' | 'cloud', from: number, to: number) => ({ place, from, to })
  expect(
    joined(
      [
        at('card', 5000, 9000),
        at('card', 0, 4000),
        at('cloud', 3000, 6000),
        at('card', 12_000, 90_000),
        at('card', 2000, 3000),
      ],
      1000,
      20_000,
    ),
  ).toEqual([at('card', 1000, 9000), at('cloud', 3000, 6000), at('card', 12_000, 20_000)])
})

test('one platform is asked two at a time, few wait, and no more than its minute’s share', async () => {
  const holdings = new Holdings()
  const setup = setupAt('http://127.0.0.1:1', 'wvp', pole.serial)
  const open: (() => void)[] = []
  let running = 0
  let most = 0
  const slow = {
    recorded: async (): Promise<Holding> => {
      most = Math.max(most, (running += 1))
      await new Promise<void>((go) => open.push(go))
      running -= 1
      return { held: [], lacks: null }
    },
  } as unknown as CameraSource
  const dayOf = (i: number) => holdings.of(setup, slow, day - i * dayMs, day - (i - 1) * dayMs)
  const all = Array.from({ length: 10 }, (_, i) => dayOf(i))
  const settled = Promise.all(all.map((one) => refusal(one)))
  const release = async () => {
    for (let i = 0; i < 20; i++) {
      open.splice(0).forEach((go) => go())
      await new Promise((done) => setImmediate(done))
    }
  }
  await release()
  const said = await settled
  expect([most, said.filter((one) => one === 'busy')]).toEqual([2, ['busy', 'busy']])
  // Whoever was sent away is let in later; what was told is not asked again.
  const late = dayOf(9)
  await release()
  expect(await refusal(late)).toBe('done')

  const quick = {
    recorded: () => Promise.reject(new CameraFault('late')),
  } as unknown as CameraSource
  const answers = []
  for (let i = 20; i < 90; i++)
    answers.push(await refusal(holdings.of(setup, quick, day - i * dayMs, day - (i - 1) * dayMs)))
  expect(answers.filter((one) => one === 'late')).toHaveLength(60 - 9)
})
