import { expect, test } from 'vitest'
import { filmAt, momentAt } from '#src/features/camera/film-time.ts'
import { readWall, writeWall } from '#src/pages/camera/wall/wall-place.ts'

// Ten seconds from noon on, a gap of an hour, and five seconds more.
const parts = [
  { at: 0, startsOn: '2026-11-20T04:00:00.000Z', seconds: 10 },
  { at: 10, startsOn: '2026-11-20T05:00:10.000Z', seconds: 5 },
]

test('a second of a film is the moment it shows, across gaps', () => {
  expect(momentAt(parts, 3)?.toISOString()).toBe('2026-11-20T04:00:03.000Z')
  expect(momentAt(parts, 12)?.toISOString()).toBe('2026-11-20T05:00:12.000Z')
  expect(momentAt([], 1)).toBeNull()
})
test('a moment is a second of the film; in a gap it is where the film goes on', () => {
  expect(filmAt(parts, new Date('2026-11-20T04:00:07Z'))).toBe(7)
  expect(filmAt(parts, new Date('2026-11-20T04:30:00Z'))).toBe(10)
  expect(filmAt(parts, new Date('2026-11-20T05:00:12Z'))).toBe(12)
  expect(filmAt(parts, new Date('2026-11-20T09:00:00Z'))).toBe(15)
})
test('the address says what the wall shows, and nonsense in it is the usual wall', () => {
  const wall = { size: 9, cameraIds: [4, 2], page: 1, patrol: 20, layout: 7 } as const
  expect(readWall(writeWall(new URLSearchParams('base=1'), wall), [1, 2, 3, 4])).toEqual(wall)
  expect(readWall(new URLSearchParams('size=5&cameras=a-0--2-2&at=-3&patrol=7'), [1])).toEqual({
    size: 4,
    cameraIds: [2],
    page: 0,
    patrol: 0,
    layout: null,
  })
  expect(readWall(new URLSearchParams(), [3, 1]).cameraIds).toEqual([3, 1])
})
