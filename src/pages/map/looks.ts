import { outlineOf, type Position } from '#contract/ground.ts'
import type { DigitalMap, MapBase, MapPlot, MappedDevice } from '#contract/map/map.ts'
import { boundsOf } from '#src/kit/map/ground.ts'

type Grounds = Pick<DigitalMap, 'bases' | 'plots'>
/** Some hundred metres: a point alone would be seen from too near. */
const reach = 0.003
/** So many times its own size apart, a base is a speck where all of them are seen. */
const farApart = 4

export const around = ([lng, lat]: Position): Position[] => [
  [lng - reach, lat - reach],
  [lng + reach, lat + reach],
]
const onPlots = (plots: readonly MapPlot[]) =>
  plots.flatMap(({ corners, at }) => (corners ? outlineOf(corners) : [at]))

/** Everything that has a place. */
export const aroundOf = ({ bases, plots }: Grounds, rows: readonly MappedDevice[]): Position[] => [
  ...onPlots(plots),
  ...bases.flatMap(({ corners }) => (corners ? outlineOf(corners) : [])),
  ...(plots.length > 0 ? [] : bases.flatMap(({ at }) => (at ? around(at) : []))),
  // A single receiver that says it is at sea does not make all of it a speck.
  ...(plots.length > 0 ? [] : rows.map((row): Position => [row[4], row[5]])),
]

/** A base and the ground that it covers. */
interface Covered {
  base: MapBase
  ground: Position[]
  plots: number
}
/** Bases that can be looked at one by one, in their order. */
export const coveredOf = ({ bases, plots }: Grounds): Covered[] =>
  bases.flatMap((base) => {
    const own = plots.filter(({ areaId }) => areaId === base.id)
    const drawn = [...onPlots(own), ...(base.corners ? outlineOf(base.corners) : [])]
    const ground = drawn.length > 0 ? drawn : base.at ? around(base.at) : []
    return ground.length > 0 ? [{ base, ground, plots: own.length }] : []
  })

const sizeOf = (ground: readonly Position[]) => {
  const [[west, south], [east, north]] = boundsOf(ground)!
  return Math.hypot(east - west, north - south)
}
/**
 * What a map opens on: all of it, but where bases lie so far apart that nothing could be told on
 * any, the default one, or that with the most plots.
 */
export function firstLookOf(grounds: Grounds, rows: readonly MappedDevice[]): Position[] {
  const all = aroundOf(grounds, rows)
  const covered = coveredOf(grounds)
  if (covered.length < 2) return all
  const largest = Math.max(...covered.map(({ ground }) => sizeOf(ground)))
  if (sizeOf(all) < largest * farApart) return all
  const byPlots = covered.toSorted((a, b) => b.plots - a.plots)
  return (covered.find(({ base }) => base.isDefault === 1) ?? byPlots[0]!).ground
}
