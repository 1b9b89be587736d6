import type { Position } from '#contract/field.ts'

const radians = Math.PI / 180
const earthMetres = 6_371_008.8
/** A map at zoom 0 is so many pixels wide, as L7 counts. */
const worldPixels = 512

/** A place on the square of Web Mercator, each side from 0 to 1, south down. */
export const worldOf = ([lng, lat]: Position): Position => [
  (lng + 180) / 360,
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) / (2 * Math.PI),
]
/** How many pixels that square has at a zoom. */
export const pixelsAt = (zoom: number) => worldPixels * 2 ** zoom

/** Metres between two places as the bird flies. */
function metresBetween([lng1, lat1]: Position, [lng2, lat2]: Position): number {
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2
  const chord =
    half(lat2 - lat1) + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * half(lng2 - lng1)
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(chord)))
}
/** Metres along a line. */
export const lengthOf = (line: readonly Position[]): number =>
  line.slice(1).reduce((sum, at, i) => sum + metresBetween(line[i]!, at), 0)
/** Metres that one pixel stands for. */
export const metresPerPixel = (lat: number, zoom: number) =>
  (Math.cos(lat * radians) * 2 * Math.PI * 6_378_137) / pixelsAt(zoom)
