import type { Position } from '../ground.ts'

/**
 * What the coordinates of a map mean. `gcj02` is what Chinese providers have to shift to, `bd09`
 * what one of them shifts once more.
 */
export const projections = ['wgs84', 'gcj02', 'bd09'] as const
export type Projection = (typeof projections)[number]

/** Krasovsky's ellipsoid, by which China's shift is counted. */
const axis = 6_378_245
const eccentricity = 0.006693421622965943
const bdTurn = (Math.PI * 3000) / 180
/** So many rounds bring the way back within a millimetre. */
const rounds = 8
const { sin, cos, sqrt, abs, PI } = Math

/** Nothing is shifted beyond this rectangle. */
const isShifted = ([lng, lat]: Position) =>
  lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271

const wave = (x: number, by: number) => (20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * by
function northward(x: number, y: number): number {
  const base = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * sqrt(abs(x))
  const slow = (20 * sin(y * PI) + 40 * sin((y / 3) * PI)) * (2 / 3)
  return (
    base + wave(x, 2 / 3) + slow + (160 * sin((y / 12) * PI) + 320 * sin((y * PI) / 30)) * (2 / 3)
  )
}
function eastward(x: number, y: number): number {
  const base = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * sqrt(abs(x))
  const slow = (20 * sin(x * PI) + 40 * sin((x / 3) * PI)) * (2 / 3)
  return (
    base + wave(x, 2 / 3) + slow + (150 * sin((x / 12) * PI) + 300 * sin((x / 30) * PI)) * (2 / 3)
  )
}

function toGcj([lng, lat]: Position): Position {
  if (!isShifted([lng, lat])) return [lng, lat]
  const radians = (lat / 180) * PI
  const magic = 1 - eccentricity * sin(radians) ** 2
  const north = northward(lng - 105, lat - 35)
  const east = eastward(lng - 105, lat - 35)
  return [
    lng + (east * 180) / ((axis / sqrt(magic)) * cos(radians) * PI),
    lat + (north * 180) / (((axis * (1 - eccentricity)) / (magic * sqrt(magic))) * PI),
  ]
}
function gcjToBd([lng, lat]: Position): Position {
  if (!isShifted([lng, lat])) return [lng, lat]
  const length = sqrt(lng * lng + lat * lat) + 0.00002 * sin(lat * bdTurn)
  const angle = Math.atan2(lat, lng) + 0.000003 * cos(lng * bdTurn)
  return [length * cos(angle) + 0.0065, length * sin(angle) + 0.006]
}

const forward: Readonly<Record<Projection, (at: Position) => Position>> = {
  wgs84: (at) => at,
  gcj02: toGcj,
  bd09: (at) => gcjToBd(toGcj(at)),
}

/** Where a place in WGS84 is drawn on a map of another projection. */
export const project = (projection: Projection, at: Position): Position => forward[projection](at)

/**
 * The place in WGS84 of what such a map shows there: shifts have no formula backwards, so they are
 * approached.
 */
export function unproject(projection: Projection, shown: Position): Position {
  if (projection === 'wgs84') return shown
  let [lng, lat] = shown
  for (let round = 0; round < rounds; round++) {
    const [x, y] = project(projection, [lng, lat])
    lng += shown[0] - x
    lat += shown[1] - y
  }
  return [lng, lat]
}
