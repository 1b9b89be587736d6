import { callOf } from '#contract/entity-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraWays } from '#contract/camera/camera.ts'
import {
  cameraPlatform,
  mediaServerKinds,
  setCameraPlatformSecret,
  testCameraPlatform,
  type MediaServerKind,
} from '#contract/camera/platform.ts'
import type { CameraSetup } from '#server/modules/camera/engine/source.ts'
import { mediaServerSource } from '#server/modules/camera/engine/sources/media-server.ts'
import { untyped } from '#server/demo/client.ts'
import { outgoing, refusal } from './camera-peers.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import { mediaServerPeer, type MediaServerPeer } from './media-server-peer.ts'

const name = 'live/gate'
let app: TestApp
let mine: Tenant
const peers = {} as Record<MediaServerKind, MediaServerPeer>
beforeAll(async () => {
  const film = { answer: () => Promise.reject(new Error('nobody looks')) }
  for (const kind of mediaServerKinds) {
    peers[kind] = await mediaServerPeer(kind, film)
    peers[kind].streams.set(name, 'sent').set('live/away', 'silent').set('live/asleep', 'asleep')
  }
  app = await startApp({ privateCameras: true })
  mine = await newTenant(app)
})
afterAll(async () => {
  for (const peer of Object.values(peers)) peer.close()
  await app.end()
})

type Platform = NonNullable<CameraSetup['platform']>
const platformOf = (kind: MediaServerKind, more: Partial<Platform> = {}): Platform => ({
  id: 1,
  kind,
  url: peers[kind].url,
  streamUrl: null,
  whepUrl: null,
  accountName: peers[kind].account,
  secret: peers[kind].secret,
  ...more,
})
const sourceAt = (platform: Platform | null, streamName: string | null = name, serial = 'gate') =>
  mediaServerSource(
    {
      tenant: 1,
      id: 1,
      name: 'C',
      serial,
      channel: 1,
      way: cameraWays.media,
      isEnabled: true,
      transcodes: false,
      recordsHd: true,
      streamAddress: null,
      hdAddress: null,
      whepAddress: null,
      streamName,
      accountName: null,
      secret: null,
      platform,
    },
    { outgoing },
  )
const at = (url: string, kind: MediaServerKind, more: Partial<Platform> = {}) =>
  sourceAt(platformOf(kind, { url, ...more }))

test.each(mediaServerKinds)('%s says which of its streams are there', async (kind) => {
  const check = (stream: string, more: Partial<Platform> = {}) =>
    refusal(sourceAt(platformOf(kind, more), stream).check())
  expect(await check(name)).toBe('done')
  // Servers that know a stream only while it is sent cannot tell the two apart.
  const knowsAll = kind === 'go2rtc' || kind === 'mediamtx'
  expect(await check('live/nobody')).toBe(knowsAll ? 'not_found' : 'offline')
  expect(await check('live/away')).toBe(kind === 'go2rtc' ? 'done' : 'offline')
  expect(await check('live/asleep')).toBe(knowsAll ? 'done' : 'offline')
  expect(await check(name, { secret: 'wrong' })).toBe('refused')
  expect(await check(name, { url: 'http://127.0.0.1:1' })).toBe('unreachable')
  // Nothing but its secret opens ZLMediaKit, and nothing but its account the others.
  const { headers, path } = peers[kind].asked.at(-1)!
  expect(Boolean(headers.authorization)).toBe(kind !== 'zlm')
  expect(path.includes('secret=')).toBe(kind === 'zlm')
})

test('streams are where the documents say, unless somebody says otherwise', async () => {
  const host = 'http://10.0.0.8'
  const account = { accountName: 'farm', secret: 'p w' }
  const basic = { authorization: `Basic ${Buffer.from('farm:p w').toString('base64')}` }
  const go2rtc = at(`${host}:1984`, 'go2rtc', account)
  expect(await go2rtc.live('sd')).toEqual({
    kind: 'flv',
    url: `${host}:1984/api/stream.flv?src=live%2Fgate`,
    headers: basic,
  })
  // It names no session of a viewer, so nobody is played to by it.
  expect(go2rtc.whep).toBeUndefined()
  const mediamtx = at(`${host}:9997`, 'mediamtx', account)
  expect(await mediamtx.live('sd')).toEqual({
    kind: 'rtsp',
    url: 'rtsp://farm:p%20w@10.0.0.8:8554/live/gate',
  })
  expect((await mediamtx.whep!()).url).toBe(`${host}:8889/live/gate/whep`)
  const srs = at(`${host}:1985`, 'srs', account)
  expect((await srs.live('sd')).url).toBe(`${host}:8080/live/gate.flv`)
  expect((await srs.whep!()).url).toBe(`${host}:1985/rtc/v1/whep/?app=live&stream=gate`)
  const zlm = at(host, 'zlm', account)
  expect(await zlm.live('sd')).toEqual({
    kind: 'flv',
    url: `${host}/live/gate.live.flv`,
    headers: {},
  })
  expect(await zlm.whep!()).toEqual({
    url: `${host}/index/api/whep?app=live&stream=gate`,
    headers: {},
  })
  const moved = at('https://media.example.com/api', 'mediamtx', {
    streamUrl: 'rtsps://media.example.com:322/',
    whepUrl: 'https://media.example.com/',
    accountName: null,
    secret: 'token',
  })
  expect((await moved.live('sd')).url).toBe('rtsps://media.example.com:322/live/gate')
  // A secret without an account is a token.
  expect(await moved.whep!()).toEqual({
    url: 'https://media.example.com/live/gate/whep',
    headers: { authorization: 'Bearer token' },
  })
})

test('a stream without a name is called as its camera, in the application that servers take', async () => {
  const srs = await sourceAt(platformOf('srs'), null, 'gate-2').whep!()
  expect(srs.url).toMatch(/app=live&stream=gate-2$/)
  const go2rtc = await sourceAt(platformOf('go2rtc'), null, 'gate-2').live('sd')
  expect(go2rtc.url).toMatch(/src=gate-2$/)
})

test('without a platform of these kinds nothing is asked', async () => {
  for (const platform of [null, { ...platformOf('zlm'), kind: 'wvp' as const }]) {
    expect(await refusal(sourceAt(platform).check())).toBe('no_platform')
    expect(await refusal(sourceAt(platform).live('sd'))).toBe('no_platform')
  }
})
const setSecret = (id: number, secret: string) =>
  mine.admin.call(setCameraPlatformSecret, { id, secret })
const check = async (id: number) =>
  (await mine.admin.send(testCameraPlatform, { id })).json<{ problem: string | null }>().problem
const show = (id: number) => mine.admin.call(callOf(cameraPlatform, 'show'), { id })

test.each(mediaServerKinds)(
  '%s is joined by its address, with a secret or without',
  async (kind) => {
    const peer = peers[kind]
    const { id } = await mine.admin.call(callOf(cameraPlatform, 'create'), {
      name: unique(kind),
      kind,
      url: peer.url,
      accountName: kind === 'zlm' ? null : peer.account,
      enabledFlag: 1,
    })
    expect(await check(id)).toMatch(/^账号或密码不被接受/)
    await setSecret(id, peer.secret)
    expect(await check(id)).toBeNull()
    expect(JSON.stringify(await show(id))).not.toContain(peer.secret)
    const change = async (values: Record<string, unknown>) => {
      const row: Record<string, unknown> = await show(id)
      const known = ['id', 'objectVersionNumber', 'name', 'kind', 'url', 'accountName']
      const sent = Object.fromEntries(known.map((field) => [field, row[field]]))
      return mine.admin.send(callOf(cameraPlatform, 'edit'), untyped({ ...sent, ...values }))
    }
    // Another port of the same server is no other server, another host is.
    await change({ whepUrl: `${new URL(peer.url).origin.replace(/\d+$/, '8889')}` })
    expect(await show(id)).toMatchObject({ hasSecret: 1 })
    await change({ streamUrl: 'rtsp://10.0.0.9:8554' })
    expect(await show(id)).toMatchObject({ hasSecret: 0 })
    expect((await change({ whepUrl: 'rtsp://10.0.0.9' })).json().fields).toHaveProperty('whepUrl')
  },
)
