import area from '@turf/area'
import { ringsOf, type Position, type SeenGround } from '#contract/ground.ts'

/** One mu is a fifteenth of a hectare. */
const squareMetresPerMu = 10_000 / 15

/** GeoJSON wants the first corner once more at the end. */
export const ringOf = (corners: readonly Position[]): Position[] => [...corners, corners[0]!]

/** Ground as GeoJSON draws a polygon: its outline and its holes, each closed. */
export const polygonOf = (ground: SeenGround) => ringsOf(ground).map(ringOf)

/** The same ground where a map draws it. */
export const groundAt = (ground: SeenGround, shownAt: (at: Position) => Position): Position[][] =>
  ringsOf(ground).map((ring) => ring.map(shownAt))

/** The lines of ground, those around holes too: drawn as a polygon's edge the latter are left out. */
export const linesOf = (
  plots: readonly { id: number; corners: SeenGround; color?: string }[],
  project: (at: Position) => Position = (at) => at,
) => ({
  type: 'FeatureCollection',
  features: plots.flatMap(({ id, corners, color }) =>
    polygonOf(corners).map((ring) => ({
      type: 'Feature',
      properties: { id, color },
      geometry: { type: 'LineString', coordinates: ring.map(project) },
    })),
  ),
})

/** How much ground given in WGS84 is, without its holes: square metres, mu and hectares. */
export function groundOf(ground: SeenGround): {
  squareMetres: number
  mu: number
  hectares: number
} {
  const isDrawn = ringsOf(ground)[0]!.length >= 3
  const squareMetres = isDrawn ? area({ type: 'Polygon', coordinates: polygonOf(ground) }) : 0
  return { squareMetres, mu: squareMetres / squareMetresPerMu, hectares: squareMetres / 10_000 }
}

/** The rectangle around all corners, as [[west, south], [east, north]]; null without any. */
export function boundsOf(corners: readonly Position[]): [Position, Position] | null {
  if (corners.length === 0) return null
  const lngs = corners.map(([lng]) => lng)
  const lats = corners.map(([, lat]) => lat)
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}
