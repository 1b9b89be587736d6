import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cameraWays } from '#contract/camera/camera.ts'
import { ezvizSource } from '#server/modules/camera/engine/sources/ezviz.ts'
import { onvifSource } from '#server/modules/camera/engine/sources/onvif.ts'
import { wvpSource } from '#server/modules/camera/engine/sources/wvp.ts'
import type {
  CameraEvent,
  CameraEvents,
  CameraSetup,
} from '#server/modules/camera/engine/source.ts'
import { cameraPeers, outgoing, refusal, setupAt, TestPole } from './camera-peers.ts'
import { onvifPeer, type OnvifPeer } from './onvif-peer.ts'
import type { Told } from './pull-points.ts'

const brief = (events: readonly CameraEvent[]) =>
  events.map(({ kind, at, isOver }) => [kind, at, isOver])

const paceMs = 100
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('platforms', () => {
  const [one, other, national] = [
    new TestPole('E10245781'),
    new TestPole('E10245790', 2),
    new TestPole('34020000001320000021'),
  ]
  let peers: Awaited<ReturnType<typeof cameraPeers>>
  beforeAll(async () => {
    peers = await cameraPeers([one, other, national])
  })
  beforeEach(async () => {
    for (const pole of [one, other, national]) {
      pole.state = 'on'
      pole.sights.length = 0
    }
    // Longer than an answer is kept.
    await pause(paceMs)
    peers.ezviz.asked.length = 0
    peers.wvp.asked.length = 0
    peers.wvp.isOld = false
  })
  afterAll(() => peers.close())
  const services = { outgoing, eventPaceMs: paceMs }
  const ezviz = (pole: TestPole, since: number, more: Partial<CameraSetup> = {}) =>
    ezvizSource(
      setupAt(`${peers.url}/ezviz`, 'ezviz', pole.serial, { channel: pole.channel, ...more }),
      services,
    ).events!(since)
  const wvp = (since: number) =>
    wvpSource(setupAt(`${peers.url}/wvp`, 'wvp', national.serial), services).events!(since)

  test('an account of Ezviz is asked once for all of its cameras, and each hears its own', async () => {
    const now = Date.now()
    one.sights.push(
      { id: 'a', kind: 'motion', at: now - 3000 },
      { id: 'b', kind: 'line', at: now - 1000 },
      { id: 'old', kind: 'tamper', at: now - 90_000 },
    )
    other.sights.push({ id: 'c', kind: 'tamper', at: now - 2000 })
    const since = now - 60_000
    const [own, theirs] = await Promise.all([ezviz(one, since).next(), ezviz(other, since).next()])
    expect(brief(own)).toEqual([
      ['motion', now - 3000, false],
      ['line', now - 1000, false],
    ])
    expect(brief(theirs)).toEqual([['tamper', now - 2000, false]])
    const asked = peers.ezviz.asked.filter(({ call }) => call.startsWith('alarm/'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      call: 'alarm/list',
      fields: { status: '2', alarmType: '-1', pageStart: '0', pageSize: '50' },
    })
    expect(Number(asked[0]!.fields.endTime) - Number(asked[0]!.fields.startTime)).toBe(600_000)
  })
  test('where an account has more than anybody reads, each device is asked for its own', async () => {
    const now = Date.now()
    for (let i = 0; i < 700; i++)
      other.sights.push({ id: `n${i}`, kind: 'motion', at: now - 1000 - i })
    one.sights.push({ id: 'lost', kind: 'line', at: now - 5000 })
    expect(brief(await ezviz(one, now - 60_000).next())).toEqual([['line', now - 5000, false]])
    const calls = peers.ezviz.asked.map(({ call }) => call)
    expect(calls.filter((call) => call === 'alarm/list')).toHaveLength(10)
    expect(calls.filter((call) => call === 'alarm/device/list')).toHaveLength(1)
  })
  test('a camera that its platform does not hear is offline, and refusals are told', async () => {
    const gone = new TestPole('E00000000')
    one.state = 'dead'
    // Of a platform that has not been asked yet, nothing is kept.
    const { platform } = setupAt(`${peers.url}/ezviz`, 'ezviz', one.serial)
    const asked = ezviz(one, 0, { platform: { ...platform!, id: 9 } })
    expect(await refusal(asked.next())).toBe('offline')
    expect(await refusal(ezviz(gone, 0).next())).toBe('not_found')
    one.state = 'on'
    expect(await refusal(asked.next())).toBe('done')
    expect(await refusal(ezviz(one, 0, { platform: null }).next())).toBe('no_platform')
  })
  test('a national-standard server is asked by its list of alarms, an older one by device', async () => {
    const at = Math.floor(Date.now() / 1000) * 1000 - 2000
    national.sights.push(
      { id: '71', kind: 'motion', at },
      { id: '72', kind: 'tamper', at: at + 1000 },
    )
    const expected = [
      ['motion', at, false],
      ['tamper', at + 1000, false],
    ]
    expect(brief(await wvp(at - 1000).next())).toEqual(expected)
    expect(peers.wvp.asked.at(-1)).toMatchObject({
      call: 'alarm/list',
      fields: { beginTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    })
    peers.wvp.isOld = true
    await pause(paceMs)
    expect(brief(await wvp(at - 1000).next())).toEqual(expected)
    expect(peers.wvp.asked.at(-1)).toMatchObject({
      call: 'alarm/all',
      fields: { deviceId: national.serial },
    })
    national.state = 'dead'
    const { platform, ...rest } = setupAt(`${peers.url}/wvp`, 'wvp', national.serial)
    const anew = wvpSource({ ...rest, platform: { ...platform!, id: 8 } }, services)
    expect(await refusal(anew.events!(0).next())).toBe('offline')
  })
})

describe('ONVIF', () => {
  let peer: OnvifPeer
  let events: CameraEvents
  const open: CameraEvents[] = []
  const peers: OnvifPeer[] = []
  const [motion, crossed, scene] = [
    'tns1:RuleEngine/CellMotionDetector/Motion',
    'tns1:RuleEngine/tns1:LineDetector/tns1:Crossed',
    'tns1:VideoSource/GlobalSceneChange/ImagingService',
  ]
  const moves = (isOn: boolean, at: number, more: Partial<Told> = {}): Told => ({
    topic: motion,
    data: { IsMotion: String(isOn) },
    at,
    ...more,
  })
  const listen = (since: number, more: Partial<CameraSetup> = {}) => {
    const source = onvifSource(
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
    const one = source.events!(since)
    open.push(one)
    return one
  }
  const since = Date.now() - 60_000
  beforeEach(async () => {
    peer = await onvifPeer()
    peers.push(peer)
    events = listen(since)
  })
  afterAll(async () => {
    await Promise.all(open.map((one) => one.end()))
    peers.forEach((one) => one.close())
  })
  /** Times of a device whose clock is read over a network. */
  const near = (at: number) => expect.closeTo(at, -2)

  test('it is subscribed to once, told by our clock, and let go of', async () => {
    expect(await events.next()).toEqual([])
    const at = Date.now() - 4000
    peer.points!.tell(
      moves(true, at),
      { topic: crossed, data: { ObjectId: '7' }, at: at + 500 },
      { topic: scene, data: { State: 'true' }, at: at + 1000 },
      { topic: 'tns1:Device/Trigger/Relay', data: { LogicalState: 'true' }, at },
      moves(false, at + 2000),
    )
    const found = await events.next()
    expect(brief(found)).toEqual([
      ['motion', near(at), false],
      ['line', near(at + 500), false],
      ['tamper', near(at + 1000), false],
      ['motion', near(at + 2000), true],
    ])
    expect(found.map(({ lasts }) => lasts)).toEqual([true, false, true, true])
    expect(peer.asked.filter((call) => call === 'CreatePullPointSubscription')).toHaveLength(1)
    expect(peer.points!.size).toBe(1)
    await events.end()
    expect(peer.points!.size).toBe(0)
  })
  test('of what several rules see, the first begins it and the last ends it', async () => {
    await events.next()
    const at = Date.now() - 5000
    peer.points!.tell(
      moves(true, at),
      moves(true, at + 100, { rule: 'R2' }),
      moves(false, at + 200),
      moves(false, at + 900, { rule: 'R2', operation: 'Deleted' }),
    )
    expect(brief(await events.next())).toEqual([
      ['motion', near(at), false],
      ['motion', near(at + 900), true],
    ])
  })
  test('what stands at the beginning is told, however old; what passed before is not', async () => {
    peer.points!.standing = [
      moves(true, since - 3_600_000, { operation: 'Initialized' }),
      { topic: crossed, data: { ObjectId: '7' }, at: since - 1000 },
    ]
    expect(brief(await events.next())).toEqual([['motion', since, false]])
  })
  test('switched off and on it is subscribed to anew at once; renewed where it can be', async () => {
    await events.next()
    peer.points!.forget()
    peer.points!.standing = [moves(true, Date.now(), { operation: 'Initialized' })]
    expect(await events.next()).toHaveLength(1)
    expect(peer.asked.filter((call) => call === 'CreatePullPointSubscription')).toHaveLength(2)
  })
  test('a device without events says so, one that is gone is unreachable', async () => {
    peer.points = null
    expect(await refusal(events.next())).toBe('not_allowed')
    expect(await refusal(listen(since, { secret: 'wrong', id: 7 }).next())).toBe('refused')
    peer.close()
    expect(await refusal(listen(since, { id: 8 }).next())).toBe('unreachable')
  })
})
