import area from '@turf/area'
import centroid from '@turf/centroid'
import { outlineOf, ringsOf, type Position, type SeenGround } from '#contract/ground.ts'

const squareMetresPerMu = 10_000 / 15
type Values = Readonly<Record<string, unknown>>

const polygonOf = (rings: ReturnType<typeof ringsOf>) => ({
  type: 'Polygon' as const,
  coordinates: rings.map((corners) => [...corners, corners[0]!]),
})
/** How much ground is without its holes, in mu, and where the middle of its outline lies. */
function groundOf(ground: SeenGround, middle: string): Values {
  const outline = polygonOf([outlineOf(ground)])
  const [lng, lat] = centroid(outline).geometry.coordinates as Position
  return {
    acreage: Number((area(polygonOf(ringsOf(ground))) / squareMetresPerMu).toFixed(2)),
    [middle]: `${lat.toFixed(6)},${lng.toFixed(6)}`,
  }
}

/**
 * What is drawn says how much a plot or a base is and where its middle lies, unless a person said
 * it: drawn anew, what was worked out is worked out anew.
 */
export function withGround(
  values: Values,
  before: Values | null,
  middle: 'landCenter' | 'latlng' = 'landCenter',
): Record<string, unknown> {
  const drawn = values.boundary as SeenGround | null | undefined
  if (!drawn) return { ...values }
  const ground = groundOf(drawn, middle)
  const earlier = before?.boundary ? groundOf(before.boundary as SeenGround, middle) : undefined
  const isOurs = (name: string) =>
    values[name] === null ||
    values[name] === undefined ||
    (values[name] === before?.[name] && values[name] === earlier?.[name])
  return {
    ...values,
    ...Object.fromEntries(Object.entries(ground).filter(([name]) => isOurs(name))),
  }
}
