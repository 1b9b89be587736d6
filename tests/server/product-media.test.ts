import { describe, expect, test } from 'vitest'
import { product } from '#contract/inventory/product.ts'
import { callOf } from '#contract/entity-calls.ts'
import { newTenant } from './harness.ts'
import { mp4 } from './mp4.ts'
import { sample } from './samples.ts'
import { app, mine, says } from './products-ground.ts'

describe('pictures and video', () => {
  const film = (wanted: Parameters<typeof mp4>[0]) =>
    mine.admin.upload('x.mp4', 'video/mp4', mp4(wanted))
  test.each([
    ['16:9', { seconds: 28, width: 1920, height: 1080 }, 200 as const],
    [
      'nearly 16:9, its header at the end',
      { seconds: 60, width: 1920, height: 1088, isLate: true },
      200 as const,
    ],
    ['a square', { seconds: 5, width: 720, height: 720 }, 200 as const],
    ['4:3', { seconds: 5, width: 640, height: 480 }, 'video.ratio' as const],
    [
      '16:9 that is held upright',
      { seconds: 5, width: 1920, height: 1080, isTurned: true },
      'video.ratio' as const,
    ],
    ['a second too long', { seconds: 61, width: 1920, height: 1080 }, 'video.seconds' as const],
    [
      '30 MB and a bit',
      { seconds: 5, width: 1920, height: 1080, padding: 30 * 1024 * 1024 },
      'video.size' as const,
    ],
    [
      'one that does not say how long it is',
      { seconds: 0, width: 1920, height: 1080 },
      'video.unreadable' as const,
    ],
  ])('%s', async (_, wanted, expected) => {
    const answer = await mine.admin.send(callOf(product, 'create'), {
      ...(await sample(product, mine.admin)),
      video: await film(wanted),
    })
    expect(answer.statusCode === 200 ? 200 : answer.json().fields.video).toEqual(
      expected === 200 ? 200 : says(expected),
    )
  })
  test('a video among the pictures is refused, and so is a stranger’s', async () => {
    const body = await sample(product, mine.admin)
    expect(
      (
        await mine.admin.send(callOf(product, 'create'), {
          ...body,
          pictures: [await film({ seconds: 5, width: 720, height: 720 })],
        })
      ).json().fields.pictures,
    ).toEqual(says('picture.type'))
    const theirs = await newTenant(app)
    const video = await theirs.admin.upload(
      'x.mp4',
      'video/mp4',
      mp4({ seconds: 5, width: 720, height: 720 }),
    )
    expect(
      (await mine.admin.send(callOf(product, 'create'), { ...body, video })).json().fields.video,
    ).toEqual(says('video.type'))
  })
})
