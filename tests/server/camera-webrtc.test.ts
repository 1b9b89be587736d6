import { saveCameraShare, sharedLive, revokeCameraShare } from '#contract/camera/share.ts'
import { callOf } from '#contract/entity-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraWays, watchCode, camera } from '#contract/camera/camera.ts'
import { cameraPlatform, setCameraPlatformSecret } from '#contract/camera/platform.ts'
import {
  checkCamera,
  setCameraSecret,
  liveAddress,
  disableCamera,
  captureCamera,
} from '#contract/camera/viewing.ts'
import { raiseRights } from '#server/db/rights.ts'
import { untyped, type Client } from '#server/demo/client.ts'
import { newCamera } from './camera-ground.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant, unique } from './harness.ts'
import { mediaServerPeer, type MediaServerPeer } from './media-server-peer.ts'
import type { Made } from './samples.ts'
import { newViewer, openFilm, type Film, type Viewer } from './webrtc-film.ts'

const { app, mine } = await oneFarm({ privateCameras: true })
let film: Film
/** Plays 'gate'. */
let media: MediaServerPeer
let base: string
let viewer: Viewer
beforeAll(async () => {
  film = await openFilm()
  media = await mediaServerPeer('mediamtx', film)
  media.streams.set('gate', 'sent')
  base = await app.http.listen({ port: 0, host: '127.0.0.1' })
  viewer = await newViewer()
})
afterAll(() => {
  viewer.close()
  media.close()
  film.close()
})

/** A camera that an outside server plays, with an account and its password. */
async function played(more: Record<string, unknown> = {}, secret = media.secret) {
  const made = await newCamera(mine, null, {
    enabledFlag: 1,
    whepAddress: `${media.url}/gate/whep`,
    accountName: media.account,
    ...more,
  })
  await mine.admin.call(setCameraSecret, { id: made.id, secret })
  return made
}
const liveOf = ({ id }: Pick<Made, 'id'>, who: Client = mine.admin) =>
  who.call(liveAddress, {
    cameraId: id,
  })
const offer = (url: string | null, body = viewer.offer, type = 'application/sdp') =>
  fetch(base + url, { method: 'POST', headers: { 'content-type': type }, body })
const addressOf = async (made: Pick<Made, 'id'>, who?: Client) =>
  (await liveOf(made, who)).webrtcUrl
/** A session that stands. */
async function begun(made: Pick<Made, 'id'>, who?: Client) {
  const answer = await offer(await addressOf(made, who))
  expect(answer.status).toBe(201)
  return base + answer.headers.get('location')
}
const statusOf = async (address: string, method = 'GET') =>
  (await fetch(address, { method })).status

test('an offer is answered by the outside server, whose picture comes straight to the viewer', async () => {
  const [made, someone] = [await played(), await newViewer()]
  const answer = await offer(await addressOf(made), someone.offer)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toBe('application/sdp')
  const sdp = await answer.text()
  await someone.watch(sdp, 30)
  expect(film.viewers()).toBe(1)

  // Of that server nothing is told but where its pictures come from.
  const told = `${JSON.stringify([...answer.headers])}${sdp}`
  expect(told).not.toMatch(
    new RegExp(`${media.secret}|turn-secret|${new URL(media.url).port}|gate`),
  )
  const asked = media.asked.at(-1)!
  expect(asked).toMatchObject({ method: 'POST', path: '/gate/whep' })
  expect(Buffer.from(asked.headers.authorization!.slice(6), 'base64').toString()).toBe(
    `${media.account}:${media.secret}`,
  )

  const session = base + answer.headers.get('location')
  expect(await statusOf(session)).toBe(204)
  expect(await statusOf(session, 'DELETE')).toBe(204)
  expect(media.asked.at(-1)).toMatchObject({ method: 'DELETE' })
  expect([media.sessions.size, film.viewers()]).toEqual([0, 0])
  expect([await statusOf(session), await statusOf(session, 'DELETE')]).toEqual([404, 404])
  // Whoever was played to was there.
  const { online } = await mine.admin.call(callOf(camera, 'show'), { id: made.id })
  expect(online).toBe(1)
  someone.close()
}, 30_000)

test('one ticket has one session, and each session one ticket', async () => {
  const made = await played()
  const url = await addressOf(made)
  const [first, second] = [await offer(url), await offer(url)]
  await expect.poll(() => media.sessions.size).toBe(1)
  expect(await statusOf(base + first.headers.get('location'))).toBe(404)
  const session = second.headers.get('location')!
  const other = (await addressOf(made))!
  const foreign = session.replace(/^\/media\/live\/[^/]+\/whep/, other)
  expect(await statusOf(base + foreign, 'DELETE')).toBe(404)
  expect(await statusOf(base + session, 'DELETE')).toBe(204)
})

test('a session ends with the right to look: signed out, code taken, camera closed', async () => {
  const made = await played()
  const guest = await newMember(app, mine, [watchCode])
  const session = await begun(made, guest)
  await app.db.platform((tx) =>
    sql`update session set ended_at = now() where account_id = ${guest.accountId}`.execute(tx),
  )
  await expect.poll(() => media.sessions.size, { timeout: 8000 }).toBe(0)
  expect(await statusOf(session)).toBe(404)

  const closed = await begun(made)
  await mine.admin.call(disableCamera, { id: made.id, disabled: 1 })
  await expect.poll(() => media.sessions.size, { timeout: 2000 }).toBe(0)
  expect(await statusOf(closed)).toBe(404)
}, 20_000)

test('a link to it plays the same way, and is cut off when it is taken back', async () => {
  const made = await played()
  const { id, token } = await mine.admin.call(saveCameraShare, {
    cameraId: made.id,
    title: '大门',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const { webrtcUrl } = (
    await mine.admin.send(sharedLive, { token, visitor: 'w'.repeat(20) })
  ).json<{ webrtcUrl: string }>()
  expect((await offer(webrtcUrl)).status).toBe(201)
  await mine.admin.call(revokeCameraShare, { id })
  await expect.poll(() => media.sessions.size, { timeout: 8000 }).toBe(0)
  expect((await offer(webrtcUrl)).status).toBe(403)
}, 20_000)

test('nobody else is played to: other farms, other bases, without the code, with a forged ticket', async () => {
  const made = await played()
  const refused = async (who: Client) =>
    (await who.send(liveAddress, { cameraId: made.id })).statusCode
  expect(await refused((await newTenant(app)).admin)).toBe(404)
  expect(await refused(await newMember(app, mine, []))).toBe(403)
  const elsewhere = await newMember(app, mine, [watchCode])
  const before = (await addressOf(made, elsewhere))!
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = ${[(await newCamera(mine)).areaId]}::bigint[]
      where account_id = ${elsewhere.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await refused(elsewhere)).toBe(404)
  const asked = media.asked.length
  expect((await offer(before)).status).toBe(403)
  expect((await offer('/media/live/a.b/whep')).status).toBe(403)
  expect(media.asked).toHaveLength(asked)
})

test('only offers of viewers are passed on', async () => {
  const made = await played()
  const asked = media.asked.length
  const wrong: [string, string, number][] = [
    [viewer.offer.replace('a=recvonly', 'a=sendrecv'), 'application/sdp', 400],
    [`${viewer.offer}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`, 'application/sdp', 400],
    ['hello', 'application/sdp', 400],
    [viewer.offer, 'application/octet-stream', 415],
    [viewer.offer.padEnd(60_000, ' '), 'application/sdp', 413],
  ]
  for (const [body, type, status] of wrong)
    expect([(await offer(await addressOf(made), body, type)).status, body.slice(0, 5)]).toEqual([
      status,
      body.slice(0, 5),
    ])
  // A camera that nobody plays so has no such address, and answers none.
  const plain = await newCamera(mine, `${media.url}/a.flv`, { enabledFlag: 1 })
  const { url, webrtcUrl } = await liveOf(plain)
  expect(webrtcUrl).toBeNull()
  expect((await offer(url.replace('live.flv', 'whep'))).status).toBe(404)
  expect(media.asked).toHaveLength(asked)
})

test('what the outside server refuses is told by its kind alone', async () => {
  const said = async (made: Made) => {
    const answer = await offer(await addressOf(made))
    return `${answer.status} ${await answer.text()}`
  }
  expect(await said(await played({}, 'wrong'))).toBe('502 refused')
  const whepAddress = `${media.url}/nobody/whep`
  expect(await said(await played({ whepAddress }))).toBe('502 not_found')
  expect(await said(await played({ whepAddress: 'http://127.0.0.1:1/gate/whep' }))).toBe(
    '502 unreachable',
  )
  media.says = { status: 201, text: '<html>welcome</html>' }
  expect(await said(await played())).toBe('502 no_stream')
  media.says = null
})

test('of a camera with a WHEP address alone there is no picture here, and that is said', async () => {
  const made = await played()
  const captured = await mine.admin.send(captureCamera, {
    cameraId: made.id,
  })
  expect(captured.statusCode).toBe(422)
  expect(captured.json()).toMatchObject({
    code: 'camera.webrtc_only',
    message: expect.stringContaining('再填写视频流地址'),
  })
  const { steps } = await mine.admin.call(checkCamera, { cameraId: made.id })
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual(
    ['enabled', 'registered', 'address', 'reachable', 'webrtc'].map((step) => [step, true]),
  )
  expect(steps.at(-1)!.found).toContain('H264')
  // Whoever only asked looks at nothing.
  expect(media.sessions.size).toBe(0)
})

test('streams of a joined server are played by it, and read where it sends them', async () => {
  const zlm = await mediaServerPeer('zlm', film)
  zlm.streams.set('live/gate', 'sent')
  const { id: platformId } = await mine.admin.call(callOf(cameraPlatform, 'create'), {
    name: unique('zlm'),
    kind: 'zlm',
    url: zlm.url,
    enabledFlag: 1,
  })
  await mine.admin.call(setCameraPlatformSecret, {
    id: platformId,
    secret: zlm.secret,
  })
  const way = { enabledFlag: 1, cameraEnter: cameraWays.media, platformId }
  const made = await newCamera(mine, null, { ...way, streamName: 'live/gate' })
  const { steps } = await mine.admin.call(checkCamera, { cameraId: made.id })
  expect(steps.map(({ ok }) => ok)).toEqual(Array.from({ length: 7 }, () => true))
  const { fileUrl } = await mine.admin.call(captureCamera, { cameraId: made.id })
  expect(fileUrl).toBeTruthy()
  const session = await begun(made)
  expect(zlm.sessions.size).toBe(1)
  expect(await statusOf(session, 'DELETE')).toBe(204)
  // Its own name for where a session ends is followed at the address that was entered.
  expect(zlm.asked.at(-1)).toMatchObject({
    method: 'DELETE',
    path: expect.stringContaining('/index/api/delete_webrtc?id='),
  })
  expect(zlm.sessions.size).toBe(0)
  zlm.close()
}, 30_000)

test('addresses stand in their own fields, and the password stays with its server', async () => {
  const fields = async (more: Record<string, unknown>) =>
    (
      await mine.admin.send(callOf(camera, 'create'), {
        name: unique('C'),
        deviceSerial: unique('C'),
        cameraType: 0,
        cameraEnter: cameraWays.address,
        areaId: (await newCamera(mine)).areaId,
        ...more,
      })
    ).json<{ fields?: Record<string, string> }>().fields
  expect(await fields({ streamAddress: 'https://media.example.com/gate/whep' })).toMatchObject({
    streamAddress: expect.stringContaining('WHEP'),
  })
  for (const whepAddress of ['rtsp://media.example.com/gate', 'https://a:b@media.example.com/whep'])
    expect(await fields({ whepAddress })).toHaveProperty('whepAddress')

  const made = await played()
  const show = () => mine.admin.call(callOf(camera, 'show'), { id: made.id })
  const edit = async (whepAddress: string) => {
    const { areaId, ...row } = (await show()) as Made & { areaId: number }
    const names = ['id', 'objectVersionNumber', 'name', 'deviceSerial', 'cameraType', 'cameraEnter']
    const known = Object.fromEntries(names.map((name) => [name, row[name]]))
    await mine.admin.call(callOf(camera, 'edit'), untyped({ ...known, areaId, whepAddress }))
    return (await show()).hasSecret
  }
  expect(await edit(`${media.url}/yard/whep`)).toBe(1)
  expect(await edit('https://elsewhere.example.com/yard/whep')).toBe(0)
})
