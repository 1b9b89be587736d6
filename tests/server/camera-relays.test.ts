import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Relays } from '#server/modules/camera/engine/relays.ts'
import { probeOffer } from '#server/modules/camera/engine/probe-offer.ts'
import { codecOfAnswer, isViewersOffer } from '#server/modules/camera/engine/whep.ts'
import { outgoing, refusal } from './camera-peers.ts'
import { mediaServerPeer, type MediaServerPeer } from './media-server-peer.ts'

const answer = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n'
let media: MediaServerPeer
let relays: Relays
beforeAll(async () => {
  media = await mediaServerPeer('srs', {
    answer: async () => ({ sdp: answer, close: () => undefined }),
  })
  media.streams.set('live/gate', 'sent')
})
afterAll(() => media.close())
beforeEach(() => {
  // Sockets keep their own time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  relays = new Relays(outgoing)
})
afterEach(async () => {
  vi.useRealTimers()
  await relays.stop()
  expect([relays.size, media.sessions.size]).toEqual([0, 0])
})

let count = 0
const open = (still: () => Promise<boolean> = async () => true, tenant = 1) => {
  const key = `ticket-${(count += 1)}`
  const ticket = {
    tenant,
    camera: 7,
    clarity: 'sd' as const,
    session: 1,
    share: null,
    from: null,
    isCloud: false,
    isGlance: false,
    until: 0,
  }
  const target = { url: `${media.url}/rtc/v1/whep/?app=live&stream=gate`, headers: {} }
  return relays
    .open({ key, ticket, target, offer: probeOffer(), still })
    .then(({ id }) => ({ id, key }))
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a viewer who says nothing for a quarter of a minute has gone', async () => {
  const { id, key } = await open()
  for (let said = 0; said < 4; said += 1) {
    await passes(5000)
    expect(relays.heard(key, id)).toBe(true)
  }
  await passes(24_000)
  expect(relays.heard(key, id)).toBe(false)
  await expect.poll(() => media.sessions.size).toBe(0)
})

test('a viewer who may not look any more is cut off within seconds; one of whom nothing is known is not', async () => {
  let may = true
  const [one, other] = [
    await open(async () => may),
    await open(() => Promise.reject(new Error('the database is away'))),
  ]
  may = false
  await passes(4100)
  expect(relays.heard(one.key, one.id)).toBe(false)
  expect(relays.heard(other.key, other.id)).toBe(true)
  await expect.poll(() => media.sessions.size).toBe(1)
})

test('one farm has its share of sessions, and a process that ends takes no more', async () => {
  const opened = await Promise.all(Array.from({ length: 100 }, () => open()))
  expect(await refusal(open())).toBe('busy')
  const [first] = opened
  const theirs = await open(undefined, 2)
  expect(await relays.close(first!.key, first!.id)).toBe(true)
  expect(await refusal(open())).toBe('done')
  expect(relays.heard(theirs.key, theirs.id)).toBe(true)
  relays.cut(1, 7)
  expect(relays.size).toBe(1)
  await relays.stop()
  expect(await refusal(open(undefined, 3))).toBe('busy')
})

test('what asks whether a server plays is an offer as viewers make it', () => {
  expect(isViewersOffer(probeOffer())).toBe(true)
  expect(probeOffer()).not.toBe(probeOffer())
  const said = [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=rtpmap:111 opus/48000/2',
    'm=video 9 UDP/TLS/RTP/SAVPF 98 96',
    'a=rtpmap:96 H264/90000',
    'a=rtpmap:98 VP8/90000',
  ].join('\r\n')
  expect(codecOfAnswer(said)).toBe('vp8')
  expect(codecOfAnswer('v=0\r\nm=video 0 UDP/TLS/RTP/SAVPF 0')).toBeNull()
})
