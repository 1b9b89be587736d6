import area from '@turf/area'
import centroid from '@turf/centroid'
import type { Position } from '#contract/field.ts'

const squareMetresPerMu = 10_000 / 15

/** What is drawn says how much a plot is and where its middle lies, unless a person said it. */
export function withGround(values: Record<string, unknown>): Record<string, unknown> {
  const corners = values.boundary as Position[] | null | undefined
  if (!corners) return values
  const ground = { type: 'Polygon' as const, coordinates: [[...corners, corners[0]!]] }
  const [lng, lat] = centroid(ground).geometry.coordinates as Position
  return {
    ...values,
    acreage: values.acreage ?? Number((area(ground) / squareMetresPerMu).toFixed(2)),
    landCenter: values.landCenter ?? `${lat.toFixed(6)},${lng.toFixed(6)}`,
  }
}
