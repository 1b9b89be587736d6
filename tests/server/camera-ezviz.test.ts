import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cameraWays } from '#contract/camera/camera.ts'
import { checkEzviz, ezvizSource } from '#server/modules/camera/engine/sources/ezviz.ts'
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

const serial = 'E10245781'
const national = '34020000001320000011'
let pole: TestPole
let still: TestPole
let peers: Awaited<ReturnType<typeof cameraPeers>>
beforeAll(async () => {
  pole = new TestPole(serial)
  still = new TestPole('E10245790', 2)
  still.canTurn = false
  peers = await cameraPeers([pole, still, new TestPole(national)])
})
beforeEach(() => {
  pole.state = 'on'
  peers.ezviz.asked.length = 0
})
afterAll(() => peers.close())

const setup = (more: Partial<CameraSetup> = {}, of = serial) =>
  setupAt(`${peers.url}/ezviz`, 'ezviz', of, more)
const source = (more: Partial<CameraSetup> = {}, of = serial) =>
  ezvizSource(setup(more, of), { outgoing })
const calls = () => peers.ezviz.asked.map(({ call }) => call)

test('it is watched in two qualities, and one token serves many calls', async () => {
  expect(source().hasHd).toBe(true)
  expect(await source().live('sd')).toEqual({
    kind: 'flv',
    url: `http://127.0.0.1:1/${serial}/1/sd.flv`,
  })
  await Promise.all([source().live('hd'), source().check(), source().live('sd')])
  expect(calls().filter((call) => call === 'token/get')).toHaveLength(1)
  // As the cloud wants it, whoever typed the number.
  expect((await source({}, serial.toLowerCase()).live('hd')).url).toContain(`${serial}/1/hd.flv`)
})

test('a movement is ended by its order alone, and a second one waits for that', async () => {
  const order = await source().move!('leftUp', 100)
  expect(pole.moving).toEqual({ direction: 'leftUp', speed: 100 })
  expect(await refusal(source().move!('up', 10))).toBe('command_failed')
  expect(pole.moving?.direction).toBe('leftUp')
  expect(await obeyed(order)).toBe(true)
  expect(pole.moving).toBeNull()
  await obeyed(await source().move!('zoomIn', 1))
  expect(peers.ezviz.asked.find(({ call }) => call === 'device/ptz/start')?.fields).toMatchObject({
    direction: '4',
    speed: '2',
  })
  // What a cloud refused is not taken for done, though it answers 200.
  const late = await source().move!('down', 50)
  peers.ezviz.refuse('60006')
  expect(await obeyed(late)).toBe(false)
  expect(await obeyed(late)).toBe(true)
})

test('positions are kept by the camera and turned to', async () => {
  const { presets } = source()
  pole.look = { yaw: 12, pitch: -3, fov: 40 }
  const index = await presets!.add('', [])
  pole.look = { yaw: 99, pitch: 0, fov: 60 }
  await presets!.recall(index)
  expect(pole.look).toEqual({ yaw: 12, pitch: -3, fov: 40 })
  await presets!.remove(index)
  expect(await refusal(presets!.recall(index))).toBe('command_failed')
})

test('a token that is over in the middle is renewed once, unseen', async () => {
  await source().live('sd')
  peers.ezviz.endTokens()
  peers.ezviz.asked.length = 0
  await source().live('sd')
  expect(calls()).toEqual(['v2/live/address/get', 'token/get', 'v2/live/address/get'])
  // One that is refused again is not asked for for ever.
  peers.ezviz.refuse('10002', 9)
  expect(await refusal(source().check())).toBe('refused')
  peers.ezviz.refuse('')
  await refusal(source().check())
  expect(await refusal(source().check())).toBe('done')
})

test('every refusal of the cloud is one of ours', async () => {
  const told: Record<string, string> = {
    10028: 'busy',
    10029: 'busy',
    20001: 'not_found',
    20002: 'not_found',
    20007: 'offline',
    20008: 'command_failed',
    20014: 'not_found',
    20015: 'not_allowed',
    20018: 'not_found',
    60000: 'not_allowed',
    60001: 'not_allowed',
    60002: 'command_failed',
    60006: 'command_failed',
    60019: 'refused',
    60020: 'not_allowed',
    60026: 'no_stream',
    60061: 'busy',
    49999: 'command_failed',
  }
  const found: Record<string, string> = {}
  for (const code of Object.keys(told)) {
    peers.ezviz.refuse(code)
    found[code] = await refusal(source().live('sd'))
  }
  expect(found).toEqual(told)
})

test('what is not there, is offline or cannot turn is said so', async () => {
  expect(await refusal(source({}, 'E00000000').check())).toBe('not_found')
  expect(await refusal(source({ channel: 7 }).live('sd'))).toBe('not_found')
  expect(await refusal(source({ channel: 2 }, still.serial).move!('up', 5))).toBe('not_allowed')
  pole.state = 'dead'
  expect([await refusal(source().check()), await refusal(source().live('hd'))]).toEqual([
    'offline',
    'offline',
  ])
})

test('a wrong key, none, and another kind of platform', async () => {
  const { platform } = setup()
  const checked = (change: object) =>
    refusal(checkEzviz(setup({ platform: { ...platform!, ...change } }), { outgoing }))
  expect(await checked({})).toBe('done')
  expect(await checked({ secret: 'other' })).toBe('refused')
  expect(await checked({ accountName: 'other' })).toBe('refused')
  expect(await checked({ secret: null })).toBe('no_platform')
  expect(await checked({ kind: 'wvp' })).toBe('no_platform')
  expect(await refusal(source({ platform: null }).live('sd'))).toBe('no_platform')
})

test('national-standard cameras are named by their numbers, and recordings by their hours', async () => {
  const gb = source({ way: cameraWays.cloudGb }, national)
  expect((await gb.live('hd')).url).toContain(national)
  expect(peers.ezviz.asked.at(-1)?.fields).toMatchObject({
    deviceSerial: national,
    gbchannel: national,
    protocol: '4',
    quality: '1',
  })
  const from = Date.parse('2026-11-25T00:30:00Z')
  await gb.playback!(from, from + 3_600_000, 'card')
  expect(peers.ezviz.asked.at(-1)?.fields).toMatchObject({
    type: '2',
    startTime: '2026-11-25 08:30:00',
    stopTime: '2026-11-25 09:30:00',
  })
})

test('a platform that hangs, breaks off or talks nonsense is unreachable, in time', async () => {
  const answers = [
    '',
    '<html>',
    '[]',
    '{}',
    '{"code":200}',
    '"x"',
    '{"code":"200","data":{"url":7}}',
  ]
  for (const said of [null, ...answers]) {
    const broken = await listen((_, response) => {
      if (said !== null) response.end(said)
    })
    const at = Date.now()
    const platform = { ...setup().platform!, url: broken.url }
    const code = await refusal(ezvizSource(setup({ platform }), { outgoing }).live('sd'))
    expect([said, code]).toEqual([said, 'unreachable'])
    expect(Date.now() - at).toBeLessThan(2000)
    broken.close()
  }
  const platform = { ...setup().platform!, url: 'http://127.0.0.1:1' }
  expect(await refusal(ezvizSource(setup({ platform }), { outgoing }).check())).toBe('unreachable')
  // Within one's own network only where that is allowed.
  const closed = { outgoing: { ...outgoing, allowsPrivate: false } }
  expect(await refusal(checkEzviz(setup(), closed))).toBe('unreachable')
})

test('what its card and its cloud hold is told of each, page after page', async () => {
  const day = Date.parse('2026-11-25T00:00:00+08:00')
  const minutes = (from: number, to: number) => ({
    from: day + from * 60_000,
    to: day + to * 60_000,
  })
  pole.kept.card = Array.from({ length: 700 }, (_, i) => minutes(i * 2, i * 2 + 1))
  pole.kept.cloud = [minutes(10, 11)]
  const told = async () => source().recorded!(day, day + 86_400_000)
  const whole = await told()
  expect(whole.lacks).toBeNull()
  expect(whole.held).toHaveLength(701)
  expect(whole.held).toContainEqual({ place: 'cloud', ...minutes(10, 11) })
  expect(whole.held).toContainEqual({ place: 'card', ...minutes(1398, 1399) })
  expect(calls().filter((call) => call === 'video/by/time')).toHaveLength(3)
  expect(peers.ezviz.asked.at(-1)!.fields).toMatchObject({ deviceSerial: serial, channelNo: '1' })

  // A camera that is off keeps its card to itself; what is in its cloud is there all the same.
  pole.state = 'dead'
  const part = await told()
  expect(part.held).toEqual([{ place: 'cloud', ...minutes(10, 11) }])
  expect(part.lacks?.code).toBe('offline')
  peers.ezviz.refuse('20018', 2)
  expect(await refusal(told())).toBe('not_found')
  pole.state = 'on'
  pole.kept.card = pole.kept.cloud = []
  expect(await told()).toEqual({ held: [], lacks: null })
})

test('what is in its cloud is played from there', async () => {
  const from = Date.parse('2026-11-25T00:30:00Z')
  await source().playback!(from, from + 60_000, 'cloud')
  expect(peers.ezviz.asked.at(-1)?.fields).toMatchObject({ type: '3' })
})

test('a plain list is read, and one that goes round in circles is left', async () => {
  const file = { startTime: 1_795_000_000_000, endTime: '2026-11-18 21:06:40', fileId: null }
  const said = async (data: unknown) => {
    const server = await listen((request, response) => {
      const isToken = request.url!.includes('token/get')
      const token = { accessToken: 'at.x', expireTime: Date.now() + 86_400_000 }
      response.end(JSON.stringify({ code: '200', data: isToken ? token : data }))
    })
    const platform = { ...setup().platform!, url: server.url }
    const found = await ezvizSource(setup({ platform }), { outgoing }).recorded!(0, Date.now())
    server.close()
    return [found.held.length, found.lacks?.code ?? null]
  }
  expect(await said(null)).toEqual([0, null])
  expect(await said([file])).toEqual([2, null])
  expect(await said([{ ...file, endTime: 7 }])).toEqual([0, null])
  const page = { files: [file], isAll: false }
  expect(await said({ ...page, nextFileTime: null })).toEqual([2, 'command_failed'])
  expect(await said({ ...page, nextFileTime: -1 })).toEqual([2, 'command_failed'])
})
