import { expect, test } from 'vitest'
import { cornersOf, groupMarkers } from '#src/features/equipment/marker-groups.ts'

const markers = [
  { id: 1, latlng: '22.96,113.34' },
  { id: 2, latlng: '22.97,113.34' },
  { id: 3, latlng: '23.5,113.9' },
]
const at = (pixelsPerDegree: number) =>
  groupMarkers(
    markers,
    ({ lng, lat }) => ({ x: lng * pixelsPerDegree, y: lat * pixelsPerDegree }),
    30,
  ).map(({ members }) => members.map(({ id }) => id))

test('what would lie on each other is one marker, and comes apart as the map is zoomed', () => {
  expect(at(10)).toEqual([[1, 2, 3]])
  expect(at(1000)).toEqual([[1, 2], [3]])
  expect(at(4000)).toEqual([[1], [2], [3]])
  expect(groupMarkers(markers.slice(0, 2), () => ({ x: 0, y: 0 }), 30)[0]!.lat).toBeCloseTo(22.965)
  expect(cornersOf(markers)).toEqual([
    [113.34, 22.96],
    [113.9, 23.5],
  ])
})
