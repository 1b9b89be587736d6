import { z } from 'zod'

/** WGS84 as [longitude, latitude] in degrees, the order of GeoJSON. */
export type Position = [number, number]
type Ring = readonly Position[]
/**
 * Ground within one line: its corners in order, the first not repeated. Where there are holes in it
 * (a pond, a house): that line, and then a line for each.
 */
export type Ground = Position[] | Position[][]
/** The same, to be looked at. */
export type SeenGround = Ring | readonly Ring[]

const mostCorners = 500
const mostHoles = 50
/** Every side is held against every other. */
const mostOfAll = 1500
const ring = z
  .array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]))
  .min(3)
  .max(mostCorners)
/** What ground looks like; whether its holes lie within it, `holeFault` says. */
export const groundShape: z.ZodType<Ground> = z.union([
  ring,
  z
    .array(ring)
    .min(1)
    .max(mostHoles + 1)
    .refine((rings) => rings.reduce((sum, { length }) => sum + length, 0) <= mostOfAll),
])
export const groundLimits = { corners: mostCorners, holes: mostHoles, all: mostOfAll } as const

/** All lines of ground: its outline, then its holes; none of ground that is not drawn. */
export const ringsOf = (ground: SeenGround): readonly Ring[] =>
  ground.length === 0 || typeof ground[0]![0] === 'number' ? [ground as Ring] : (ground as Ring[])
export const outlineOf = (ground: SeenGround): Ring => ringsOf(ground)[0]!
export const holesOf = (ground: SeenGround): readonly Ring[] => ringsOf(ground).slice(1)
/** Ground as it is kept: without holes it is its outline alone. */
export const groundFrom = ([outline, ...holes]: readonly Ring[]): Ground =>
  holes.length === 0
    ? [...(outline ?? [])]
    : [[...(outline ?? [])], ...holes.map((one) => [...one])]

type Side = readonly [Position, Position]
const sidesOf = (corners: Ring): Side[] =>
  corners.map((at, i) => [at, corners[(i + 1) % corners.length]!])
const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position) =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
const isBetween = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position) =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by)
/** Whether two sides have a place in common, an end included. */
function meet([a, b]: Side, [c, d]: Side): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}
const doMeet = (one: Ring, other: Ring) => {
  const sides = sidesOf(other)
  return sidesOf(one).some((side) => sides.some((next) => meet(side, next)))
}
function crossesItself(corners: Ring): boolean {
  const sides = sidesOf(corners)
  const twice = sides.reduce((sum, [[ax, ay], [bx, by]]) => sum + (ax * by - bx * ay), 0)
  const { length } = sides
  // What encloses nothing is a line that goes back over itself.
  return (
    twice === 0 ||
    sides.some((side, i) =>
      sides.some((next, j) => j > i + 1 && !(i === 0 && j === length - 1) && meet(side, next)),
    )
  )
}
/** Whether a place lies within a line. */
export function isWithin([x, y]: Position, corners: Ring): boolean {
  let isIn = false
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [ax, ay] = corners[i]!
    const [bx, by] = corners[j]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn
  }
  return isIn
}
/** Whether a place lies on ground: within its outline and in none of its holes. */
export const isOnGround = (at: Position, ground: SeenGround): boolean =>
  isWithin(at, outlineOf(ground)) && !holesOf(ground).some((hole) => isWithin(at, hole))

interface HoleFault {
  code: 'field.hole_crossing' | 'field.hole_outside' | 'field.holes_overlap'
  /** Which hole, counted from one, and with which other. */
  at: number
  other?: number
}
/** The first hole that cannot be one, and why; what touches the outline is not within it. */
export function holeFault(ground: SeenGround): HoleFault | null {
  const [outline, ...holes] = ringsOf(ground)
  for (const [i, hole] of holes.entries()) {
    const at = i + 1
    if (crossesItself(hole)) return { code: 'field.hole_crossing', at }
    if (!isWithin(hole[0]!, outline!) || doMeet(hole, outline!))
      return { code: 'field.hole_outside', at }
    for (const [j, other] of holes.slice(0, i).entries())
      if (isWithin(hole[0]!, other) || isWithin(other[0]!, hole) || doMeet(hole, other))
        return { code: 'field.holes_overlap', at, other: j + 1 }
  }
  return null
}

/** Outlines are drawn and walked by hand: so far two of them may miss each other, in metres. */
const missMetres = 2
const metresPerDegree = 111_320
/** How far a place lies from the nearest side of a line, in metres. */
function metresTo([lng, lat]: Position, corners: Ring): number {
  const wide = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  const flat = corners.map(([x, y]): Position => [(x - lng) * wide, (y - lat) * metresPerDegree])
  return Math.min(
    ...sidesOf(flat).map(([[ax, ay], [bx, by]]) => {
      const [dx, dy] = [bx - ax, by - ay]
      const length = dx * dx + dy * dy
      const part = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
      return Math.hypot(ax + part * dx, ay + part * dy)
    }),
  )
}
/** Whether ground reaches out of other ground, or into a hole of it, by more than a hand misses. */
export function leavesGround(inner: SeenGround, outer: SeenGround): boolean {
  const line = outlineOf(inner)
  const edge = outlineOf(outer)
  if (line.length < 3 || edge.length < 3) return false
  const isOff = (at: Position, corners: Ring) => metresTo(at, corners) > missMetres
  return (
    line.some((at) => !isWithin(at, edge) && isOff(at, edge)) ||
    // A corner of what is around it that lies in its midst: it goes across a bay.
    ringsOf(outer).some((ring) => ring.some((at) => isWithin(at, line) && isOff(at, line))) ||
    holesOf(outer).some((hole) => line.some((at) => isWithin(at, hole) && isOff(at, hole)))
  )
}
