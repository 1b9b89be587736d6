import area from '@turf/area'
import centroid from '@turf/centroid'
import type { Position } from '#contract/field.ts'

const squareMetresPerMu = 10_000 / 15
const worked = ['acreage', 'landCenter'] as const
type Values = Readonly<Record<string, unknown>>

/** How much ground is, in mu, and where its middle lies. */
function groundOf(corners: readonly Position[]): Record<(typeof worked)[number], unknown> {
  const ground = { type: 'Polygon' as const, coordinates: [[...corners, corners[0]!]] }
  const [lng, lat] = centroid(ground).geometry.coordinates as Position
  return {
    acreage: Number((area(ground) / squareMetresPerMu).toFixed(2)),
    landCenter: `${lat.toFixed(6)},${lng.toFixed(6)}`,
  }
}

/**
 * What is drawn says how much a plot is and where its middle lies, unless a person said it: drawn
 * anew, what was worked out is worked out anew.
 */
export function withGround(values: Values, before: Values | null): Record<string, unknown> {
  const corners = values.boundary as Position[] | null | undefined
  if (!corners) return { ...values }
  const ground = groundOf(corners)
  const earlier = before?.boundary ? groundOf(before.boundary as Position[]) : undefined
  const isOurs = (name: (typeof worked)[number]) =>
    values[name] === null ||
    values[name] === undefined ||
    (values[name] === before?.[name] && values[name] === earlier?.[name])
  return {
    ...values,
    ...Object.fromEntries(worked.filter(isOurs).map((name) => [name, ground[name]])),
  }
}
