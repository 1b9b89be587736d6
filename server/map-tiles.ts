import { z } from 'zod'
import type { MapSource } from '#contract/map/map.ts'
import { projections } from '#contract/map/projection.ts'

/** The specification has three sources, looked at down to level 20. */
const mostSources = 3
const mostZoom = 20
const part = /\{([^}]*)\}/g
const isTemplate = (url: string) => {
  const parts = [...url.matchAll(part)].map(([, name]) => name)
  return ['x', 'y', 'z'].every((name) => parts.includes(name)) && parts.length === 3
}
const source = z.strictObject({
  name: z.string().trim().min(1).max(30),
  url: z
    .string()
    .regex(/^(https?:\/\/[^/\s{}]+)?\/[^\s]+$/)
    .refine(isTemplate),
  projection: z.enum(projections).default('wgs84'),
  attribution: z.string().max(120).default(''),
  maxZoom: z.int().min(1).max(mostZoom).default(mostZoom),
})
const error =
  'must be a JSON list of at most 3 sources such as [{"name":"Satellite","url":"https://tiles.example.com/{z}/{x}/{y}.jpg","projection":"wgs84","attribution":"© Example","maxZoom":17}]: url with {z}, {x} and {y} on one host; projection wgs84, gcj02 or bd09; maxZoom at most 20'

/** Tiles that the operator has, as FURROW_MAP_TILES says it. */
export const mapTiles = z.string().transform((given, context): readonly MapSource[] => {
  try {
    return z
      .array(source)
      .max(mostSources)
      .parse(JSON.parse(given))
      .map(({ maxZoom, ...one }) => ({ ...one, nativeMaxZoom: maxZoom }))
  } catch {
    context.addIssue(error)
    return z.NEVER
  }
})
