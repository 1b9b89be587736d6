import { expect, test } from 'vitest'
import { isOnGround, isWithin, type Position } from '#contract/ground.ts'
import { projections } from '#contract/map/projection.ts'
import { lengthOf, metresPerPixel, pixelsAt, worldOf } from '#src/lib/mercator.ts'
import { project, unproject } from '#contract/map/projection.ts'

const close = (found: Position, wanted: Position, digits: number) => {
  expect(found[0]).toBeCloseTo(wanted[0], digits)
  expect(found[1]).toBeCloseTo(wanted[1], digits)
}
const metres = (a: Position, b: Position) => lengthOf([a, b])
/** Of coordtransform, which most Chinese map pages convert by. */
const tiananmen: Position = [116.404, 39.915]

test('known places come out where others put them', () => {
  close(project('gcj02', tiananmen), [116.41024449916938, 39.91640428150164], 9)
  const gcj = unproject('gcj02', tiananmen)
  // The way that goes there and back once is a metre off; ours is exact.
  close(gcj, [116.39775550083061, 39.91359571849836], 4)
  close(project('gcj02', gcj), tiananmen, 9)
  // What is at 116.404, 39.915 in GCJ02 is at 116.41036949371029, 39.92133699351021 in BD09.
  close(project('bd09', unproject('gcj02', tiananmen)), [116.41036949371029, 39.92133699351021], 8)
})

test('there and back is the same place, all over China', () => {
  let worst = 0
  for (let lng = 74; lng <= 134; lng += 2.7)
    for (let lat = 4; lat <= 53; lat += 2.3)
      for (const projection of projections) {
        const at: Position = [lng, lat]
        worst = Math.max(worst, metres(at, unproject(projection, project(projection, at))))
      }
  expect(worst).toBeLessThan(0.01)
})

test('the demo’s bases are shifted by some hundred metres, and nothing beyond China', () => {
  const base: Position = [113.3421, 22.9612]
  expect(metres(base, project('gcj02', base))).toBeGreaterThan(300)
  expect(metres(base, project('gcj02', base))).toBeLessThan(800)
  expect(metres(base, project('bd09', base))).toBeGreaterThan(800)
  const abroad: Position[] = [
    [-0.1276, 51.5072],
    [139.6917, 35.6895],
    [151.2093, -33.8688],
    [0, 0],
  ]
  for (const at of abroad)
    for (const projection of projections) {
      expect(project(projection, at)).toEqual(at)
      expect(unproject(projection, at)).toEqual(at)
    }
})

test('the square of the world, lengths and what lies within', () => {
  expect(worldOf([0, 0])).toEqual([0.5, 0.5])
  expect(worldOf([-180, 85.0511287798066])[1]).toBeCloseTo(0, 9)
  expect(pixelsAt(1)).toBe(1024)
  expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.5, 0)
  // A minute of arc along a meridian is a nautical mile.
  expect(
    lengthOf([
      [113, 22],
      [113, 22 + 1 / 60],
    ]),
  ).toBeCloseTo(1853, 0)
  expect(lengthOf([[113, 22]])).toBe(0)
  const square: Position[] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ]
  expect([isWithin([1, 1], square), isWithin([3, 1], square)]).toEqual([true, false])
  // Who stands in the pond stands on no plot.
  const pond: Position[] = [
    [0.9, 0.9],
    [1.1, 0.9],
    [1, 1.2],
  ]
  expect(isOnGround([1, 1], [square, pond])).toBe(false)
  expect(isOnGround([0.5, 0.5], [square, pond])).toBe(true)
  expect(isOnGround([1, 1], square)).toBe(true)
})
