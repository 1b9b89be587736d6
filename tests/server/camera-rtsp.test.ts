import { afterAll, expect, test } from 'vitest'
import { startFfmpeg } from '#server/modules/camera/engine/ffmpeg.ts'
import { relayTo } from '#server/modules/camera/engine/rtsp-relay.ts'
import { rtspPeer } from './rtsp-peer.ts'

const camera = await rtspPeer()
const elsewhere = await rtspPeer()
const away = await rtspPeer(() => `rtsp://127.0.0.1:${elsewhere.port}/x`)
afterAll(() => {
  for (const peer of [camera, elsewhere, away]) peer.close()
})

/** Reads a few frames as pulls do, and answers whether they came. */
async function plays(url: string): Promise<boolean> {
  const { child, stop } = startFfmpeg([
    ...'-protocol_whitelist pipe,tcp,tls,crypto,rtp,rtsp,rtsps -rtsp_transport tcp'.split(' '),
    '-timeout',
    '8000000',
    '-i',
    url,
    ...'-frames:v 3 -f null -'.split(' '),
  ])
  child.stdout!.resume()
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  stop()
  return code === 0
}

test('a camera plays through the door, which leads to it alone', async () => {
  const relay = await relayTo(`rtsp://127.0.0.1:${camera.port}/gate`)
  expect(await plays(relay.url)).toBe(true)
  expect(relay.isRedirected).toBe(false)
  expect(camera.asked).toEqual(expect.arrayContaining(['DESCRIBE', 'SETUP', 'PLAY']))
  relay.close()
  expect(await plays(relay.url)).toBe(false)
})

test('a server that sends players elsewhere is cut off', async () => {
  const relay = await relayTo(`rtsp://127.0.0.1:${away.port}/gate`)
  expect(await plays(relay.url)).toBe(false)
  expect(relay.isRedirected).toBe(true)
  expect(elsewhere.asked).toEqual([])
  relay.close()
  // Without the door the player goes there: this is what it is for.
  expect(await plays(`rtsp://127.0.0.1:${away.port}/gate`)).toBe(true)
  expect(elsewhere.asked).not.toEqual([])
})
