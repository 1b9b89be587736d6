import { callOf } from '#contract/entity-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraWays } from '#contract/camera/camera.ts'
import { cameraPlatform, setCameraPlatformSecret } from '#contract/camera/platform.ts'
import {
  checkCamera,
  liveAddress,
  disableCamera,
  setCameraSecret,
} from '#contract/camera/viewing.ts'
import { newCamera } from './camera-ground.ts'
import { account, cameraPeers, flvOf, listen, secret, TestPole } from './camera-peers.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'
import { mediaServerPeer } from './media-server-peer.ts'
import type { Made } from './samples.ts'
import { newViewer, openFilm, type Film } from './webrtc-film.ts'

const { app, mine } = await oneFarm({ privateCameras: true })
let film: Film
let media: Awaited<ReturnType<typeof listen>>
let base: string
beforeAll(async () => {
  film = await openFilm()
  media = await listen((_request, response) => {
    response.writeHead(200)
    response.write(flvOf('h264'))
  })
  base = await app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => {
  media.close()
  film.close()
})
const liveOf = ({ id }: Pick<Made, 'id'>) =>
  mine.admin.call(liveAddress, {
    cameraId: id,
  })
const offer = (url: string, body: string) =>
  fetch(base + url, { method: 'POST', headers: { 'content-type': 'application/sdp' }, body })

/** A national-standard server with one camera, whose ZLMediaKit plays it, or does not know how. */
async function gbFarm(address: (app: string, stream: string) => string | null) {
  const pole = new TestPole(`3402000000132${String(Date.now()).slice(-7)}`)
  const peers = await cameraPeers([pole], media.url, address)
  const { id: platformId } = await mine.admin.call(callOf(cameraPlatform, 'create'), {
    name: unique('wvp'),
    kind: 'wvp',
    url: `${peers.url}/wvp`,
    accountName: account,
    enabledFlag: 1,
  })
  await mine.admin.call(setCameraPlatformSecret, { id: platformId, secret })
  const made = await newCamera(mine, null, {
    enabledFlag: 1,
    deviceSerial: pole.serial,
    cameraEnter: cameraWays.gb,
    platformId,
  })
  return { made, peers, pole }
}

test('a national-standard camera is played by the ZLMediaKit of its server, and let go of there', async () => {
  const zlm = await mediaServerPeer('zlm', film)
  const { made, peers } = await gbFarm((app, stream) => {
    zlm.streams.set(`${app}/${stream}`, 'sent')
    return `${zlm.url}/index/api/webrtc?app=${app}&stream=${stream}&type=play`
  })
  const someone = await newViewer()
  const answer = await offer((await liveOf(made)).webrtcUrl!, someone.offer)
  expect(answer.status).toBe(201)
  await someone.watch(await answer.text(), 30)
  expect(zlm.sessions.size).toBe(1)
  // Neither server is asked with the account of the other.
  expect(zlm.asked.at(-1)).toMatchObject({ method: 'POST' })
  expect(zlm.asked.at(-1)!.headers.authorization).toBeUndefined()
  await mine.admin.call(disableCamera, { id: made.id, disabled: 1 })
  await expect.poll(() => zlm.sessions.size, { timeout: 2000 }).toBe(0)
  someone.close()
  peers.close()
  zlm.close()
}, 30_000)

test('where such a server names none, or an old one, the picture is read here, and that is said', async () => {
  const someone = await newViewer()
  const said = async (address: string | null) => {
    const { made, peers } = await gbFarm(() => address)
    const answer = await offer((await liveOf(made)).webrtcUrl!, someone.offer)
    const { steps } = await mine.admin.call(checkCamera, { cameraId: made.id })
    peers.close()
    const last = steps.at(-1)!
    return `${answer.status} ${await answer.text()} ${last.ok} ${last.found}`
  }
  // It plays all the same: no fault of the camera's.
  expect(await said(null)).toMatch(/^502 no_address true .*FLV/)
  const old = await mediaServerPeer('srs', film)
  expect(await said(`${old.url}/index/api/webrtc?app=rtp&stream=a&type=play`)).toMatch(
    /^502 not_found false /,
  )
  old.close()
  someone.close()
})

test('a server that does not say how a viewer is cut off plays to nobody', async () => {
  const someone = await newViewer()
  const go2rtc = await mediaServerPeer('go2rtc', film)
  go2rtc.streams.set('gate', 'sent')
  const { id: platformId } = await mine.admin.call(callOf(cameraPlatform, 'create'), {
    name: unique('go2rtc'),
    kind: 'go2rtc',
    url: go2rtc.url,
    accountName: go2rtc.account,
    enabledFlag: 1,
  })
  await mine.admin.call(setCameraPlatformSecret, {
    id: platformId,
    secret: go2rtc.secret,
  })
  const joined = await newCamera(mine, null, {
    enabledFlag: 1,
    cameraEnter: cameraWays.media,
    platformId,
    streamName: 'gate',
  })
  // Its stream is read here, and every viewer of ours can be cut off.
  const { url, webrtcUrl } = await liveOf(joined)
  expect(webrtcUrl).toBeNull()
  expect((await offer(url.replace('live.flv', 'whep'), someone.offer)).status).toBe(404)
  const { steps } = await mine.admin.call(checkCamera, { cameraId: joined.id })
  expect(steps.map(({ ok }) => ok)).toEqual(Array.from({ length: 6 }, () => true))

  // By its own address as well: the answer is not handed on.
  const whepAddress = `${go2rtc.url}/api/webrtc?src=gate`
  const alone = await newCamera(mine, null, {
    enabledFlag: 1,
    whepAddress,
    accountName: go2rtc.account,
  })
  await mine.admin.call(setCameraSecret, {
    id: alone.id,
    secret: go2rtc.secret,
  })
  const answer = await offer((await liveOf(alone)).webrtcUrl!, someone.offer)
  expect([answer.status, await answer.text()]).toEqual([502, 'no_session'])
  const checked = await mine.admin.call(checkCamera, { cameraId: alone.id })
  expect(checked.steps.at(-1)).toMatchObject({
    step: 'webrtc',
    ok: false,
    found: expect.stringContaining('会话'),
  })
  someone.close()
  go2rtc.close()
}, 30_000)
