import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkWvp, wvpSource } from '#server/modules/camera/engine/sources/wvp.ts'
import type { CameraSetup } from '#server/modules/camera/engine/source.ts'
import {
  cameraPeers,
  listen,
  obeyed,
  outgoing,
  refusal,
  setupAt,
  TestPole,
} from './camera-peers.ts'

const serial = '34020000001320000021'
const recorder = '34020000001180000001'
let pole: TestPole
let second: TestPole
let peers: Awaited<ReturnType<typeof cameraPeers>>
beforeAll(async () => {
  pole = new TestPole(serial)
  second = new TestPole(recorder, 2)
  second.canTurn = false
  peers = await cameraPeers([pole, second])
})
beforeEach(() => {
  pole.state = second.state = 'on'
  peers.wvp.asked.length = 0
})
afterAll(() => peers.close())

// A camera of another platform each time: what is known of one is known for a minute.
let last = 0
const setup = (more: Partial<CameraSetup> = {}, of = serial) =>
  setupAt(`${peers.url}/wvp`, 'wvp', of, { tenant: (last += 1), ...more })
const source = (more: Partial<CameraSetup> = {}, of = serial) =>
  wvpSource(setup(more, of), { outgoing })
const asked = (call: string) => peers.wvp.asked.filter((one) => one.call.startsWith(call))

test('it is watched through the channel that is meant, by place or by number', async () => {
  expect(await source().live('hd')).toEqual({
    kind: 'flv',
    url: `http://127.0.0.1:1/${serial}/1/hd.flv`,
  })
  expect((await source({ channel: 2 }, recorder).live('sd')).url).toContain(`${recorder}/2/`)
  const number = asked('play/start').at(-1)!.call.split('/').at(-1)!
  expect((await source({}, `${recorder}-${number}`).live('sd')).url).toContain(`${recorder}/2/`)
  expect(await refusal(source({ channel: 3 }, recorder).live('sd'))).toBe('not_found')
  expect(await refusal(source({}, '34020000001320009999').live('sd'))).toBe('not_found')
})

test('a server that named no WebRTC is asked for none, until it names one', async () => {
  let rtc: string | null = null
  const server = await listen((request, response) => {
    const isPlay = request.url!.includes('/play/start')
    const known = { accessToken: 't', onLine: true, list: [{ deviceId: serial }] }
    const played = { rtc, flv: 'http://127.0.0.1:1/gate.flv' }
    response.end(JSON.stringify({ code: 0, data: isPlay ? played : known }))
  })
  const of = setup()
  const there = () =>
    wvpSource({ ...of, platform: { ...of.platform!, url: server.url } }, { outgoing })
  try {
    expect(await refusal(there().whep!())).toBe('no_address')
    expect(there().whep).toBeUndefined()
    rtc = 'http://127.0.0.1:1/index/api/webrtc?app=rtp&stream=gate&type=play'
    await there().live('sd')
    expect((await there().whep!()).url).toContain('/index/api/whep')
  } finally {
    server.close()
  }
})

test('viewers are played to as WebRTC where its ZLMediaKit takes them by WHEP', async () => {
  const own = '/index/api/webrtc?app=rtp&stream=gate&type=play&callId=c-1'
  const target = async (rtc: string | null, rtcs: string | null = null) => {
    const server = await listen((request, response) => {
      const isPlay = request.url!.includes('/play/start')
      const known = { accessToken: 't', onLine: true, list: [{ deviceId: serial }] }
      response.end(JSON.stringify({ code: 0, data: isPlay ? { rtc, rtcs } : known }))
    })
    const platform = { ...setup().platform!, url: server.url }
    const { whep } = wvpSource(setup({ platform }), { outgoing })
    const found = await whep!().catch((error: unknown) => refusal(Promise.reject(error)))
    server.close()
    return found
  }
  expect(await target(`http://10.0.0.8:80${own}`)).toEqual({
    url: 'http://10.0.0.8/index/api/whep?app=rtp&stream=gate&callId=c-1',
    headers: {},
  })
  // One that may not be called is not, and neither is what is no ZLMediaKit's.
  expect(await target('webrtc://10.0.0.8/rtp/gate', `https://media.example.com/zlm${own}`)).toEqual(
    {
      url: 'https://media.example.com/zlm/index/api/whep?app=rtp&stream=gate&callId=c-1',
      headers: {},
    },
  )
  expect(await target(null)).toBe('no_address')
  expect(await target('http://10.0.0.8/rtp/gate')).toBe('no_address')
})

test('one sign-in serves many calls; one that is over is made again, unseen', async () => {
  const tenant = (last += 1)
  await Promise.all([source({ tenant }).live('sd'), source({ tenant }).check()])
  expect(asked('user/login')).toHaveLength(1)
  peers.wvp.endTokens()
  await source({ tenant }).live('sd')
  expect(asked('user/login')).toHaveLength(2)
})

test('a movement is ended by its order alone', async () => {
  const one = source()
  const order = await one.move!('rightDown', 40)
  expect(pole.moving).toEqual({ direction: 'rightDown', speed: 40 })
  expect(await obeyed(order)).toBe(true)
  expect(pole.moving).toBeNull()
  await one.move!('zoomOut', 1)
  expect(asked('front-end/ptz').at(-1)!.fields).toMatchObject({
    command: 'zoomout',
    zoomSpeed: '1',
  })
  peers.wvp.endTokens()
  expect(await obeyed(order)).toBe(false)
  // The server takes it for any camera; those that cannot turn are known by their kind.
  expect(await refusal(source({ channel: 2 }, recorder).move!('up', 9))).toBe('not_allowed')
})

test('positions are kept by the camera, in the first place that is free', async () => {
  const { presets } = source()
  pole.look = { yaw: 5, pitch: 1, fov: 33 }
  expect(await presets!.add('', [1, 3])).toBe(2)
  pole.look = { yaw: 0, pitch: 0, fov: 60 }
  await presets!.recall(2)
  expect(pole.look).toEqual({ yaw: 5, pitch: 1, fov: 33 })
  await presets!.remove(2)
  expect(pole.presets.size).toBe(0)
  const every = Array.from({ length: 255 }, (_, i) => i + 1)
  expect(await refusal(presets!.add('', every))).toBe('command_failed')
})

test('recordings are named by their hours', async () => {
  const from = Date.parse('2026-11-25T16:00:00Z')
  await source().playback!(from, from + 60_000, 'card')
  expect(asked('playback/start').at(-1)!.fields).toEqual({
    startTime: '2026-11-26 00:00:00',
    endTime: '2026-11-26 00:01:00',
  })
})

test('a device that is not heard is offline, and so is a channel', async () => {
  pole.state = 'dead'
  expect([await refusal(source().check()), await refusal(source().live('hd'))]).toEqual([
    'offline',
    'offline',
  ])
  // The recorder is there, and its first place has no camera.
  expect(await refusal(source({ channel: 1 }, recorder).check())).toBe('offline')
  expect(await refusal(source({ channel: 2 }, recorder).check())).toBe('done')
})

test('what it says counts as what it means', async () => {
  const said = async (answer: object, status = 200) => {
    const server = await listen((request, response) => {
      const isLogin = request.url!.includes('/user/login')
      const fine = {
        code: 0,
        data: { accessToken: 't', onLine: true, list: [{ deviceId: serial }] },
      }
      const isPlay = request.url!.includes('/play/start')
      response
        .writeHead(isPlay ? status : 200)
        .end(JSON.stringify(isPlay && !isLogin ? answer : fine))
    })
    const platform = { ...setup().platform!, url: server.url }
    const code = await refusal(wvpSource(setup({ platform }), { outgoing }).live('sd'))
    server.close()
    return code
  }
  expect(await said({ code: 0, data: { flv: 'http://127.0.0.1:1/a.flv' } })).toBe('done')
  expect(await said({ code: 100, msg: '点播超时' })).toBe('no_stream')
  expect(await said({ code: -3, msg: '资源耗尽' })).toBe('busy')
  expect(await said({ code: 100, msg: '设备已离线' })).toBe('offline')
  expect(await said({ code: 100, msg: '通道不存在' })).toBe('not_found')
  expect(await said({ code: 403, msg: '无权限操作' })).toBe('refused')
  expect(await said({ code: 401 }, 401)).toBe('refused')
  expect(await said({ code: 0, data: {} })).toBe('no_address')
  expect(await said({ code: 0, data: { flv: 'file:///etc/passwd' } })).toBe('no_address')
  expect(await said({ msg: 'x' })).toBe('unreachable')
})

test('a wrong password, none, and a server that hangs or talks nonsense', async () => {
  const { platform } = setup()
  const checked = (change: object) =>
    refusal(checkWvp(setup({ platform: { ...platform!, ...change } }), { outgoing }))
  expect(await checked({})).toBe('done')
  expect(await checked({ secret: 'other' })).toBe('refused')
  expect(await checked({ secret: null })).toBe('no_platform')
  expect(await checked({ url: 'http://127.0.0.1:1' })).toBe('unreachable')
  for (const text of [null, '', '<html>', '[1]']) {
    const broken = await listen((_, response) => {
      if (text !== null) response.end(text)
    })
    expect([text, await checked({ url: broken.url })]).toEqual([text, 'unreachable'])
    broken.close()
  }
})

test('what a device has recorded is told in China’s hours, and where some of it is lost, that it is', async () => {
  const day = Date.parse('2026-11-25T00:00:00+08:00')
  const film = { from: day + 3_600_000, to: day + 7_200_000 }
  pole.kept.card = [{ from: day - 60_000, to: day + 60_000 }, film]
  const told = () => source().recorded!(day, day + 86_400_000)
  expect(await told()).toEqual({
    held: [
      { place: 'card', from: day - 60_000, to: day + 60_000 },
      { place: 'card', ...film },
    ],
    lacks: null,
  })
  expect(asked('gb_record').at(-1)).toEqual({
    call: `gb_record/query/${serial}/${asked('gb_record').at(-1)!.call.split('/').at(-1)!}`,
    fields: { startTime: '2026-11-25 00:00:00', endTime: '2026-11-26 00:00:00' },
  })
  peers.wvp.lacking = 3
  const part = await told()
  expect(part.held).toHaveLength(2)
  expect([part.lacks?.code, part.lacks?.detail]).toEqual(['command_failed', '2/5'])
  peers.wvp.lacking = 0
  pole.kept.card = []
  expect(await told()).toEqual({ held: [], lacks: null })
  // A recorder's channel without a camera is asked, and nothing comes.
  expect(await refusal(source({ channel: 1 }, recorder).recorded!(day, day + 1000))).toBe('late')
  pole.state = 'dead'
  expect(await refusal(told())).toBe('offline')
})
