import { afterAll, beforeEach, expect, test } from 'vitest'
import { cameraWays } from '#contract/camera/camera.ts'
import { onvifSource } from '#server/modules/camera/engine/sources/onvif.ts'
import { readXml, textOf } from '#server/modules/camera/engine/sources/xml.ts'
import { Guard } from '#server/modules/camera/engine/guard.ts'
import { Steering } from '#server/modules/camera/engine/steering.ts'
import type { CameraSetup } from '#server/modules/camera/engine/source.ts'
import { obeyed, outgoing, refusal, setupAt } from './camera-peers.ts'
import { onvifFault, onvifPeer, type OnvifPeer } from './onvif-peer.ts'

let peer: OnvifPeer
const peers: OnvifPeer[] = []
beforeEach(async () => {
  peer = await onvifPeer()
  peers.push(peer)
})
afterAll(() => peers.forEach((one) => one.close()))

const source = (more: Partial<CameraSetup> = {}) =>
  onvifSource(
    setupAt('', 'ezviz', 'S1', {
      way: cameraWays.onvif,
      platform: null,
      streamAddress: `${peer.url}/onvif/device_service`,
      accountName: peer.account,
      secret: peer.secret,
      ...more,
    }),
    { outgoing },
  )

test('it is signed in to at its own time, and watched in two qualities', async () => {
  expect(await refusal(source().check())).toBe('done')
  expect(await source().live('hd')).toEqual({
    kind: 'rtsp',
    url: 'rtsp://admin:p%26ss%3Cword%3E@127.0.0.1:8554/main-1',
  })
  expect((await source().live('sd')).url).toMatch(/8554\/sub$/)
  // What it has is asked for once; every signature is a new one.
  expect(peer.asked.filter((call) => call === 'GetProfiles')).toHaveLength(1)
  expect(await refusal(source({ secret: 'wrong' }).check())).toBe('refused')
  expect(await refusal(source({ accountName: null }).check())).toBe('refused')
  expect(await refusal(source({ streamAddress: null }).check())).toBe('no_address')
  expect(await refusal(source({ streamAddress: 'rtsp://127.0.0.1/' }).live('sd'))).toBe(
    'no_address',
  )
})

test('a stream at another host is not read: what a device names is not to be trusted', async () => {
  for (const stream of [
    'rtsp://10.9.9.9:554',
    'http://127.0.0.1:80',
    'file:///etc',
    'rtsp://127.0.0.1@10.9.9.9',
    'nonsense',
  ]) {
    peer.stream = stream
    expect([stream, await refusal(source().live('hd'))]).toEqual([stream, 'no_address'])
  }
})

test('a movement is ended by its order alone, and by itself after a second', async () => {
  const order = await source().move!('leftUp', 50)
  expect(peer.velocity).toEqual({ x: -0.5, y: 0.5, zoom: 0 })
  expect(await obeyed(order)).toBe(true)
  expect(peer.velocity).toBeNull()
  await source().move!('zoomOut', 100)
  expect(peer.velocity).toEqual({ x: 0, y: 0, zoom: -1 })
  const from = Date.now()
  await expect.poll(() => peer.velocity, { timeout: 3000 }).toBeNull()
  expect(Date.now() - from).toBeGreaterThan(700)
  peer.canTurn = false
  expect(await refusal(source({ id: 2 }).move!('up', 9))).toBe('not_allowed')
})

test('held for longer it goes on without a stop, and stands once it is let go', async () => {
  const steering = new Steering(new Guard(outgoing), async (order) => void (await obeyed(order)))
  const stopped: number[] = []
  const until = Date.now() + 2200
  await steering.move('c', 1, source(), 'right', 40)
  while (Date.now() < until) {
    await new Promise((done) => setTimeout(done, 300))
    await steering.move('c', 1, source(), 'right', 40)
    if (!peer.velocity) stopped.push(Date.now())
  }
  expect(stopped).toEqual([])
  expect(peer.asked.filter((call) => call === 'ContinuousMove').length).toBeGreaterThan(4)
  expect(peer.asked).not.toContain('Stop')
  expect(await steering.stop('c', 1)).toBe(true)
  expect(peer.velocity).toBeNull()
})

test('positions are found again by what they are called, whatever the device counts in', async () => {
  const { presets } = source()
  peer.presets.set('Preset-0', 'somebody else’s@nowhere')
  peer.at = 'gate'
  expect(await presets!.add('', [])).toBe(1)
  peer.at = 'pond'
  expect(await presets!.add('', [1])).toBe(2)
  await presets!.recall(1)
  expect(peer.at).toBe('gate')
  // The same place again is written over.
  peer.at = 'yard'
  expect(await presets!.add('', [2])).toBe(1)
  expect(peer.presets.size).toBe(3)
  await presets!.remove(2)
  expect(await refusal(presets!.recall(2))).toBe('command_failed')
  expect([...peer.presets.values()]).toEqual(['somebody else’s@nowhere', 'furrow-1@yard'])
})

test('what it refuses is one of ours, and nonsense is no answer', async () => {
  let id = 10
  const said = async (status: number, text: string) => {
    peer.says = { status, text }
    return refusal(source({ id: (id += 1) }).check())
  }
  expect(await said(400, onvifFault('NotAuthorized'))).toBe('refused')
  expect(await said(500, onvifFault('ActionNotSupported'))).toBe('not_allowed')
  expect(await said(400, onvifFault('NoProfile'))).toBe('not_found')
  expect(await said(400, onvifFault('InvalidArgVal'))).toBe('command_failed')
  expect(await said(401, '')).toBe('refused')
  for (const text of ['', 'hello', '<a>', '<a/>', '{"x":1}', '<?xml version="1.0"?>'])
    expect([text, await said(200, text)]).toEqual([text, 'unreachable'])
  peer.close()
  expect(await refusal(source({ id: 99 }).check())).toBe('unreachable')
})

test('XML with a document type, entities, too deep or too much is not read', () => {
  const bomb =
    '<!DOCTYPE a [<!ENTITY x "aaaaaaaaaa"><!ENTITY y "&x;&x;&x;&x;">]><a><Body>&y;</Body></a>'
  expect(readXml(bomb)).toBeNull()
  expect(readXml('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toBeNull()
  expect(readXml('<a>&unknown;</a>')).toBeNull()
  expect(readXml(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`)).toBeNull()
  expect(readXml(`<a>${'<b/>'.repeat(6000)}</a>`)).toBeNull()
  expect(textOf(readXml('<q:a xmlns:q="u"><q:b>&lt;1&gt;</q:b></q:a>'), 'b')).toBe('<1>')
})
