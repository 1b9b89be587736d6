import { expect, test } from 'vitest'
import type { MapBase, MapLandmark, MapPlot } from '#contract/map/map.ts'
import { boundsOf } from '#src/kit/map/ground.ts'
import { standing } from '#src/pages/map/Landmarks.tsx'
import { coveredOf, firstLookOf } from '#src/pages/map/looks.ts'

const base = (id: number, isDefault: 0 | 1 = 0): MapBase => ({
  id,
  name: `base ${id}`,
  at: null,
  corners: null,
  isDefault,
  usage: null,
})
/** A plot of some hundred metres at a corner of its base. */
const plot = (areaId: number, lng: number, lat: number): MapPlot => ({
  id: lng * 1e6 + lat,
  areaId,
  name: 'plot',
  code: null,
  type: null,
  acreage: null,
  corners: [
    [lng, lat],
    [lng + 0.002, lat],
    [lng, lat + 0.002],
  ],
  at: [lng, lat],
  moisture: null,
  moistureAt: null,
  batch: null,
  lock: null,
})
const here = [plot(1, 113, 23), plot(1, 113.004, 23.004)]
const west = (grounds: Parameters<typeof firstLookOf>[0]) =>
  boundsOf(firstLookOf(grounds, []))!.map(([lng]) => lng)

test('bases beside each other are all seen at first', () => {
  const plots = [...here, plot(2, 113.01, 23)]
  expect(west({ bases: [base(1), base(2)], plots })).toEqual([113, 113.012])
})

test('where they lie far apart a map opens on the default one, else on that with the most plots', () => {
  const plots = [...here, plot(2, 113.2, 23.2)]
  expect(west({ bases: [base(1), base(2)], plots })).toEqual([113, 113.006])
  expect(west({ bases: [base(1), base(2, 1)], plots })).toEqual([113.2, 113.202])
  // A default one that lies nowhere is none to look at.
  expect(west({ bases: [base(3, 1), base(1), base(2)], plots })).toEqual([113, 113.006])
  expect(
    coveredOf({ bases: [base(3), base(1), base(2)], plots }).map((one) => one.base.id),
  ).toEqual([1, 2])
})

test('a base of which only the middle is known is looked at from some way off', () => {
  const [one] = coveredOf({ bases: [{ ...base(1), at: [113, 23] }], plots: [] })
  expect(boundsOf(one!.ground)).toEqual([
    [112.997, 22.997],
    [113.003, 23.003],
  ])
})

test('of signs that would lie on each other one stands: the open one, or a danger', () => {
  const sign = (id: number, kind: MapLandmark['kind'], x: number) => ({
    one: { id, kind, name: 'sign' } as MapLandmark,
    world: [x, 0.5] as [number, number],
  })
  const placed = [sign(1, 'building', 0.5), sign(2, 'danger', 0.5001), sign(3, 'water', 0.6)]
  const view = {
    center: [0, 0] as [number, number],
    zoom: 15,
    x: 0.5,
    y: 0.5,
    pixels: 10_000,
    width: 3000,
    height: 800,
  }
  const seen = (picked: number | null) => standing(placed, view, picked).map(({ one }) => one.id)
  expect(seen(null)).toEqual([2, 3])
  expect(seen(1)).toEqual([1, 3])
  expect(standing(placed, { ...view, pixels: 1_000_000, width: 300 }, null)).toHaveLength(2)
})
