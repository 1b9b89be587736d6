import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { play } from '#src/features/camera/play.ts'
import { playLive } from '#src/features/camera/play-live.ts'

vi.mock('#src/features/camera/play.ts', () => ({
  playsFlv: () => true,
  play: vi.fn<typeof play>(async () => ({
    video: document.createElement('video'),
    stop: () => undefined,
    setMuted: () => undefined,
  })),
}))

/** A connection as browsers have it, which gets through or not. */
class Connection extends EventTarget {
  static all: Connection[] = []
  static state: RTCPeerConnectionState = 'connecting'
  connectionState: RTCPeerConnectionState = 'new'
  iceGatheringState = 'complete'
  localDescription: { sdp: string } | null = null
  kinds: string[] = []
  isClosed = false
  constructor() {
    super()
    Connection.all.push(this)
  }
  addTransceiver(kind: string, { direction }: { direction: string }) {
    this.kinds.push(`${kind} ${direction}`)
  }
  async createOffer() {
    return { type: 'offer', sdp: 'v=0 offer' }
  }
  async setLocalDescription(description: { sdp: string }) {
    this.localDescription = description
  }
  async setRemoteDescription() {
    this.become(Connection.state)
  }
  become(state: RTCPeerConnectionState) {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
  close() {
    this.isClosed = true
  }
}
const told = { onPlaying: vi.fn(), onWaiting: vi.fn(), onProblem: vi.fn() }
const asked: string[] = []
let answered = 201
let alive = 204
beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(Connection, { all: [], state: 'connecting' })
  asked.length = 0
  ;[answered, alive] = [201, 204]
  vi.stubGlobal('RTCPeerConnection', Connection)
  vi.stubGlobal(
    'MediaStream',
    class {
      addTrack() {}
    },
  )
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`)
    const status = method === 'POST' ? answered : method === 'GET' ? alive : 204
    return new Response(status === 204 ? null : 'v=0 answer', {
      status,
      headers: { location: '/media/live/t/whep/s' },
    })
  })
  vi.mocked(play).mockClear()
  for (const one of Object.values(told)) one.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let count = 0
function begin(more: { isHd?: boolean; name?: string; webrtcUrl?: string | null } = {}) {
  const { isHd = false, name = `camera ${(count += 1)}`, webrtcUrl = '/media/live/t/whep' } = more
  const host = document.createElement('div')
  const leaving = new AbortController()
  const addresses = { url: '/sd.flv', hdUrl: '/hd.flv', webrtcUrl }
  const target = {
    name,
    isHd,
    isMuted: true,
    protocol: 'flv' as const,
    language: 'zh-CN',
    signal: leaving.signal,
  }
  const playing = playLive(host, addresses, target, told)
  playing.catch(() => undefined)
  return { host, leaving, playing, name }
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const showPicture = (host: HTMLElement) =>
  host.querySelector('video')!.dispatchEvent(new Event('playing'))
const flvPlayed = () => vi.mocked(play).mock.calls.map(([, { url }]) => url)

test('what gets through is played without the server, which is told every few seconds', async () => {
  Connection.state = 'connected'
  const { host, playing } = begin()
  await passes(10)
  showPicture(host)
  const { stop, setMuted, video } = await playing
  expect(told.onPlaying).toHaveBeenCalled()
  expect([Connection.all[0]!.kinds, flvPlayed()]).toEqual([
    ['video recvonly', 'audio recvonly'],
    [],
  ])
  setMuted(false)
  expect(video.muted).toBe(false)
  await passes(11_000)
  expect(asked).toEqual([
    'POST /media/live/t/whep',
    'GET /media/live/t/whep/s',
    'GET /media/live/t/whep/s',
  ])
  stop()
  expect(asked.at(-1)).toBe('DELETE /media/live/t/whep/s')
  expect([Connection.all[0]!.isClosed, host.childElementCount]).toEqual([true, 0])
  await passes(20_000)
  expect(asked).toHaveLength(4)
})

test('what has not connected after four seconds is played by the server, and not tried again for a while', async () => {
  const { host, playing, name } = begin()
  await passes(3900)
  expect(flvPlayed()).toEqual([])
  await passes(200)
  await playing
  expect(flvPlayed()).toEqual(['/sd.flv'])
  expect(asked.at(-1)).toBe('DELETE /media/live/t/whep/s')
  expect([Connection.all[0]!.isClosed, host.childElementCount]).toEqual([true, 0])
  await begin({ name }).playing
  expect([Connection.all.length, flvPlayed().length]).toEqual([1, 2])
  await passes(10 * 60_000)
  begin({ name })
  await passes(10)
  expect(Connection.all).toHaveLength(2)
})

test('connected and without a picture for twelve seconds counts as not', async () => {
  Connection.state = 'connected'
  const { playing } = begin()
  await passes(11_900)
  expect(flvPlayed()).toEqual([])
  await passes(200)
  await playing
  expect(flvPlayed()).toEqual(['/sd.flv'])
})

test('an offer that is refused is not waited for; nor are browsers without WebRTC, or the fuller picture', async () => {
  answered = 502
  await begin().playing
  expect(flvPlayed()).toEqual(['/sd.flv'])
  await begin({ isHd: true }).playing
  await begin({ webrtcUrl: null }).playing
  vi.stubGlobal('RTCPeerConnection', undefined)
  await begin().playing
  expect(flvPlayed()).toEqual(['/sd.flv', '/hd.flv', '/sd.flv', '/sd.flv'])
  expect(Connection.all).toHaveLength(1)
})

test('whoever leaves while it begins is played nothing, and leaves nothing', async () => {
  const { leaving, playing, host } = begin()
  await passes(10)
  leaving.abort()
  await expect(playing).rejects.toThrow()
  expect([flvPlayed(), host.childElementCount, Connection.all[0]!.isClosed]).toEqual([[], 0, true])
  expect(asked.at(-1)).toBe('DELETE /media/live/t/whep/s')
})

test('a picture that is taken away is said: by the server, and where the connection breaks for good', async () => {
  Connection.state = 'connected'
  const one = begin()
  await passes(10)
  showPicture(one.host)
  await one.playing
  Connection.all[0]!.become('disconnected')
  await passes(1000)
  Connection.all[0]!.become('connected')
  await passes(3000)
  expect(told.onProblem).not.toHaveBeenCalled()
  Connection.all[0]!.become('failed')
  Connection.all[0]!.become('closed')
  expect(told.onProblem).toHaveBeenCalledTimes(1)
  ;(await one.playing).stop()

  const other = begin()
  await passes(10)
  showPicture(other.host)
  const { stop } = await other.playing
  alive = 404
  await passes(5100)
  expect(told.onProblem).toHaveBeenCalledTimes(2)
  stop()
})
