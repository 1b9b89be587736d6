import { outlineOf, type Position, type SeenGround } from '#contract/ground.ts'
import { packZooms } from '#contract/map/pack.ts'
import { project, type Projection } from '#contract/map/projection.ts'
import type { TileAt } from './archives.ts'

/** West, south, east, north in WGS84. */
export type Bounds = readonly [number, number, number, number]
/** What lies beyond the outermost plot is walked through as well. */
const marginMetres = 300
const metresPerDegree = 111_320
const radians = Math.PI / 180
/** Web Mercator ends here. */
const mostLatitude = 85.05

/** What a base covers: its plots and its own outline, else where it lies, with a margin; null: nobody knows. */
export function boundsOf(plots: readonly SeenGround[], at: Position | null): Bounds | null {
  const corners = plots.flatMap((plot) => [...outlineOf(plot)])
  const places = corners.length > 0 ? corners : at ? [at] : []
  if (places.length === 0) return null
  const lngs = places.map(([lng]) => lng)
  const lats = places.map(([, lat]) => lat)
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
  const high = marginMetres / metresPerDegree
  const wide = high / Math.max(0.01, Math.cos(most(lats) * radians))
  return [least(lngs) - wide, least(lats) - high, most(lngs) + wide, most(lats) + high]
}

/** The tile that a place lies on. */
function tileAt([lng, lat]: Position, z: number): [number, number] {
  const side = 2 ** z
  const bound = Math.max(-mostLatitude, Math.min(mostLatitude, lat)) * radians
  const x = ((lng + 180) / 360) * side
  const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + bound / 2)) / (2 * Math.PI)) * side
  const held = (value: number) => Math.max(0, Math.min(side - 1, Math.floor(value)))
  return [held(x), held(y)]
}
interface Cut {
  bounds: Bounds
  /** Deepest level. */
  zoom: number
  projection: Projection
}
/** Columns and rows that cover the ground at a level, as the tiles of that projection lie. */
function edges({ bounds: [west, south, east, north], projection }: Cut, z: number) {
  const [left, top] = tileAt(project(projection, [west, north]), z)
  const [right, bottom] = tileAt(project(projection, [east, south]), z)
  return { left, top, right, bottom }
}
const levels = (zoom: number) =>
  Array.from({ length: Math.max(0, zoom - packZooms.first + 1) }, (_, at) => packZooms.first + at)

/** How many tiles cover the ground down to a level. */
export const countOf = (cut: Cut): number =>
  levels(cut.zoom).reduce((sum, z) => {
    const { left, top, right, bottom } = edges(cut, z)
    return sum + (right - left + 1) * (bottom - top + 1)
  }, 0)
/** Those tiles, level after level. */
export function* tilesOf(cut: Cut): Generator<TileAt> {
  for (const z of levels(cut.zoom)) {
    const { left, top, right, bottom } = edges(cut, z)
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) yield [z, x, y]
  }
}
