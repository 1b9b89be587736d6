import { closeSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'
import { projections } from '#contract/map/projection.ts'
import { Mbtiles } from '#server/modules/map/engine/mbtiles.ts'
import { mostZoom, tilePath, type MapTiles, type TileArchive } from '#server/services/map-tiles.ts'

/** As many as the specification has. */
const mostSources = 3
const part = /\{([^}]*)\}/g
const isTemplate = (url: string) => {
  const parts = [...url.matchAll(part)].map(([, name]) => name)
  return ['x', 'y', 'z'].every((name) => parts.includes(name)) && parts.length === 3
}
const common = {
  name: z.string().trim().min(1).max(30),
  projection: z.enum(projections).default('wgs84'),
  attribution: z.string().max(120).default(''),
  maxZoom: z.int().min(1).max(mostZoom).default(mostZoom),
}
const source = z.union([
  z.strictObject({
    ...common,
    url: z
      .string()
      .regex(/^(https?:\/\/[^/\s{}]+)?\/[^\s]+$/)
      .refine(isTemplate),
  }),
  z.strictObject({ ...common, file: z.string().min(1).max(1000) }),
])
const error =
  'must be a JSON list of at most 3 sources such as [{"name":"Satellite","url":"https://tiles.example.com/{z}/{x}/{y}.jpg","projection":"wgs84","attribution":"© Example","maxZoom":17}]: url with {z}, {x} and {y} on one host, or file, a PMTiles or MBTiles archive on this machine; projection wgs84, gcj02 or bd09; maxZoom at most 20'

// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
const headerBytes = 127
const at = { version: 7, tileType: 99, maxZoom: 101 }
/** PNG, JPEG, WebP, AVIF; the first one, vector tiles, has no picture. */
const pictures: readonly number[] = [2, 3, 4, 5]
const magic = { pmtiles: 'PMTiles', mbtiles: 'SQLite format 3\0' }

type Found = { format: TileArchive['format']; maxZoom: number } | { error: string }
const noPictures = { error: 'must name an archive of PNG, JPEG, WebP or AVIF, not of vector tiles' }
function mbtilesIn(file: string): Found {
  try {
    const opened = new Mbtiles(file)
    opened.close()
    return opened.type ? { format: 'mbtiles', maxZoom: opened.maxZoom } : noPictures
  } catch (error) {
    return { error: `must name an MBTiles file that can be read: ${(error as Error).message}` }
  }
}
/** What an archive holds. Errors, as a sentence: none there, another format, no pictures. */
function foundIn(file: string): Found {
  const header = Buffer.alloc(headerBytes)
  try {
    const opened = openSync(file, 'r')
    try {
      readSync(opened, header, 0, headerBytes, 0)
    } finally {
      closeSync(opened)
    }
  } catch {
    return { error: 'must name an archive that can be read' }
  }
  const begin = header.toString('latin1', 0, magic.mbtiles.length)
  if (begin === magic.mbtiles) return mbtilesIn(file)
  if (!begin.startsWith(magic.pmtiles) || header[at.version] !== 3)
    return { error: 'must name a PMTiles archive of version 3, or an MBTiles file' }
  return pictures.includes(header[at.tileType]!)
    ? { format: 'pmtiles', maxZoom: header[at.maxZoom]! }
    : noPictures
}

/** Tiles that the operator has, as FURROW_MAP_TILES says it. */
export const mapTiles = z.string().transform((given, context): readonly MapTiles[] => {
  try {
    return z
      .array(source)
      .max(mostSources)
      .parse(JSON.parse(given))
      .map(({ maxZoom, ...one }, place) => {
        if ('url' in one) return { ...one, nativeMaxZoom: maxZoom }
        const found = foundIn(one.file)
        if ('error' in found) {
          context.addIssue(found.error)
          return z.NEVER
        }
        return {
          ...one,
          file: { path: one.file, format: found.format },
          url: `${tilePath(place)}/{z}/{x}/{y}`,
          nativeMaxZoom: Math.min(maxZoom, found.maxZoom),
        }
      })
  } catch {
    context.addIssue(error)
    return z.NEVER
  }
})
