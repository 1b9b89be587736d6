import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlayEvents } from '#src/features/camera/play.ts'
import { beginEarly, takeEarly } from '#src/features/camera/begin-early.ts'
import { beginLive } from '#src/features/camera/begin-live.ts'

vi.mock('#src/features/camera/begin-live.ts', () => ({ askOf: vi.fn(), beginLive: vi.fn() }))

let told: PlayEvents
const drop = vi.fn()
const target = () => ({ onPlaying: vi.fn(), onWaiting: vi.fn(), onProblem: vi.fn() })
const playing = { video: document.createElement('video'), stop: vi.fn(), setMuted: vi.fn() }
beforeEach(() => {
  vi.useFakeTimers()
  drop.mockClear()
  vi.mocked(beginLive).mockImplementation((_, events) => {
    told = events
    const found = Promise.resolve({ url: '/a', hdUrl: null, webrtcUrl: null })
    return { found, playing: Promise.resolve(playing), drop }
  })
})
afterEach(() => vi.useRealTimers())

test('what was told before there was a place for the picture is told once there is', async () => {
  beginEarly(7)
  told.onPlaying()
  const first = takeEarly(7, 'sd')!
  expect(takeEarly(7, 'sd')).toBeNull()
  const place = target()
  first.hand(place)
  expect(place.onPlaying).toHaveBeenCalledTimes(1)
  told.onProblem('gone')
  expect(place.onProblem).toHaveBeenCalledWith('gone')
  vi.advanceTimersByTime(10_000)
  expect(drop).not.toHaveBeenCalled()
})
test('a picture that nobody places is let go of, and no other camera takes it', async () => {
  beginEarly(7)
  expect(takeEarly(8, 'sd')).toBeNull()
  expect(takeEarly(7, 'hd')).toBeNull()
  vi.advanceTimersByTime(4000)
  expect(drop).toHaveBeenCalledTimes(1)
  expect(takeEarly(7, 'sd')).toBeNull()
})
test('another press ends what the one before began; a refusal ends nothing by itself', async () => {
  const found = Promise.reject(new Error('no'))
  vi.mocked(beginLive).mockReturnValueOnce({ found, playing: found, drop })
  beginEarly(7)
  await expect(found).rejects.toThrow()
  beginEarly(8)
  expect(drop).toHaveBeenCalledTimes(1)
  expect(takeEarly(8, 'sd')).not.toBeNull()
})
test('where a press ends, nothing of the same camera begins anew', () => {
  vi.mocked(beginLive).mockClear()
  beginEarly(9)
  beginEarly(9)
  expect(beginLive).toHaveBeenCalledTimes(1)
  expect(takeEarly(9, 'sd')).not.toBeNull()
})
