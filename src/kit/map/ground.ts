import area from '@turf/area'
import type { Position } from '#contract/field.ts'

/** One mu is a fifteenth of a hectare. */
const squareMetresPerMu = 10_000 / 15

/** GeoJSON wants the first corner once more at the end. */
export const ringOf = (corners: readonly Position[]): Position[] => [...corners, corners[0]!]

/** Ground within corners given in WGS84: square metres, mu and hectares. */
export function groundOf(corners: readonly Position[]): {
  squareMetres: number
  mu: number
  hectares: number
} {
  const squareMetres =
    corners.length < 3 ? 0 : area({ type: 'Polygon', coordinates: [ringOf(corners)] })
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
