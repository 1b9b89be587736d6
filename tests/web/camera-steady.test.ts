import { expect, test } from 'vitest'
import { keepSteady } from '#src/features/camera/steady.ts'

test('a picture with little in store runs slower until it has enough, and stood still once', () => {
  let [end, waits] = [0.1, 0]
  const video = Object.assign(new EventTarget(), {
    playbackRate: 1,
    currentTime: 0,
    buffered: { length: 1, start: () => 0, end: () => end },
  })
  keepSteady(video as unknown as HTMLVideoElement, 0.5, () => (waits += 1))
  const tell = (name: string) => video.dispatchEvent(new Event(name))
  for (let i = 0; i < 3; i += 1) tell('waiting')
  tell('timeupdate')
  expect([video.playbackRate < 1, waits]).toEqual([true, 1])
  end = 0.5
  tell('timeupdate')
  expect(video.playbackRate).toBe(1)
  tell('waiting')
  expect(waits).toBe(2)
})
