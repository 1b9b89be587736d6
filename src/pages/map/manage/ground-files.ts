import type { Feature, FeatureCollection, Geometry } from 'geojson'
import kinks from '@turf/kinks'
import {
  groundFrom,
  groundLimits,
  holeFault,
  type Ground,
  type Position,
} from '#contract/ground.ts'
import type { MapBase, MapPlot } from '#contract/map/map.ts'
import type { Projection } from '#contract/map/projection.ts'
import { groundOf, polygonOf, ringOf } from '#src/kit/map/ground.ts'
import { unproject } from '#contract/map/projection.ts'

/** Why something in a file becomes no plot. */
type GroundFault = 'kind' | 'few' | 'many' | 'crossed' | 'metres'
type Fault = GroundFault | NonNullable<ReturnType<typeof holeFault>>
export interface FoundGround {
  name: string
  corners: Ground
  mu: number
  fault: Fault | null
  /** The outline of a base, as this console writes it. */
  isBase: boolean
}
export const mostFileBytes = 20 * 1024 * 1024
/** What plots are written as. */
export const groundKinds = ['geojson', 'kml', 'shapefile'] as const
export type GroundKind = (typeof groundKinds)[number]
export const groundFiles = '.geojson,.json,.kml,.zip'
/** What a file says of an outline that is a base's, beside those of plots. */
const baseKind = 'base'
const nameKeys = ['landName', 'name', 'Name', 'NAME', 'title']

const nameOf = ({ properties }: Feature, at: number, calledAs: readonly string[]) => {
  for (const key of [...nameKeys, ...calledAs]) {
    const found: unknown = properties?.[key]
    if (typeof found === 'string' && found.trim()) return found.trim().slice(0, 60)
  }
  return `#${at + 1}`
}
/** The lines of each polygon, its outline first; other kinds have none. */
function polygonsIn(geometry: Geometry | null): Position[][][] {
  if (geometry?.type === 'Polygon') return [geometry.coordinates as Position[][]]
  if (geometry?.type === 'MultiPolygon') return geometry.coordinates as Position[][][]
  if (geometry?.type === 'GeometryCollection') return geometry.geometries.flatMap(polygonsIn)
  return []
}
const isOpenEnd = (ring: readonly Position[]) => {
  const [first, last] = [ring[0], ring.at(-1)]
  return !first || !last || first[0] !== last[0] || first[1] !== last[1]
}
const isInDegrees = ([lng, lat]: Position) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90
function faultOf(rings: readonly (readonly Position[])[]): Fault | null {
  const { corners, holes, all } = groundLimits
  const sizes = rings.map(({ length }) => length)
  if (!rings.flat().every(isInDegrees)) return 'metres'
  if (sizes.length === 0 || Math.min(...sizes) < 3) return 'few'
  const sum = sizes.reduce((a, b) => a + b, 0)
  if (Math.max(...sizes) > corners || sizes.length > holes + 1 || sum > all) return 'many'
  if (kinks({ type: 'Polygon', coordinates: [ringOf(rings[0]!)] }).features.length > 0)
    return 'crossed'
  return holeFault(rings)
}

/**
 * What a file holds, as ground: each with why it cannot be a plot. `from`: how its numbers are meant;
 * `calledAs`: columns that hold its name besides the usual ones.
 */
export function groundIn(
  { features }: FeatureCollection,
  from: Projection,
  calledAs: readonly string[] = [],
): FoundGround[] {
  return features.flatMap((feature, at) => {
    const polygons = polygonsIn(feature.geometry)
    const name = nameOf(feature, at, calledAs)
    const isBase = feature.properties?.kind === baseKind
    if (polygons.length === 0) return [{ name, corners: [], mu: 0, fault: 'kind' as const, isBase }]
    return polygons.map((rings, part) => {
      const flat = rings.map((ring) =>
        (isOpenEnd(ring) ? ring : ring.slice(0, -1)).map(([lng, lat]): Position => [
          Number(lng),
          Number(lat),
        ]),
      )
      const isDegrees = flat.flat().every(isInDegrees)
      const placed = flat.map((ring) =>
        ring.map((corner): Position => {
          const [lng, lat] = unproject(from, corner)
          return [Number(lng.toFixed(6)), Number(lat.toFixed(6))]
        }),
      )
      const fault = faultOf(isDegrees ? placed : flat)
      const corners: Ground = isDegrees ? groundFrom(placed) : []
      return {
        name: polygons.length > 1 ? `${name}-${part + 1}` : name,
        corners,
        mu: groundOf(corners).mu,
        fault,
        isBase,
      }
    })
  })
}

/**
 * Reads GeoJSON, KML or a zipped shapefile, whose own projection is followed where it names one.
 * Errors: rejects for what is none of them.
 */
export async function readGround(file: File): Promise<FeatureCollection> {
  if (/\.zip$/i.test(file.name)) {
    const { default: shp } = await import('shpjs')
    const found = await shp(await file.arrayBuffer())
    const all = [found].flat() as unknown as FeatureCollection[]
    return { type: 'FeatureCollection', features: all.flatMap(({ features }) => features) }
  }
  const text = await file.text()
  if (/\.kml$/i.test(file.name)) {
    const { kml } = await import('@tmcw/togeojson')
    const page = new DOMParser().parseFromString(text, 'application/xml')
    if (page.querySelector('parsererror')) throw new Error('kml')
    return kml(page) as FeatureCollection
  }
  const found = JSON.parse(text) as Partial<FeatureCollection> &
    Partial<Feature> &
    Partial<Geometry>
  if (found.type === 'FeatureCollection' && Array.isArray(found.features))
    return found as FeatureCollection
  if (found.type === 'Feature')
    return { type: 'FeatureCollection', features: [found as unknown as Feature] }
  if (found.type === 'Polygon' || found.type === 'MultiPolygon')
    return {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: found as Geometry }],
    }
  throw new Error('geojson')
}

const drawnOf = <T extends { corners: Ground | null }>(all: readonly T[]) =>
  all.flatMap((one) => (one.corners ? [{ ...one, rings: polygonOf(one.corners) }] : []))
type Edge = Pick<MapBase, 'id' | 'name' | 'corners'>
const twiceArea = (ring: readonly Position[]) =>
  ring.slice(1).reduce((sum, [x, y], at) => sum + (ring[at]![0] * y - x * ring[at]![1]), 0)
/** Against the clock around, with it for holes, as RFC 7946 and KML have it. */
const wound = (rings: readonly Position[][]) =>
  rings.map((ring, at) => (twiceArea(ring) > 0 === (at === 0) ? ring : ring.toReversed()))
/** Bases and plots as GeoJSON, WGS84 as RFC 7946 wants it. */
export const toGeoJson = (plots: readonly MapPlot[], bases: readonly Edge[] = []): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      ...drawnOf(bases).map(({ name, rings }) => ({
        type: 'Feature',
        properties: { name, kind: baseKind },
        geometry: { type: 'Polygon', coordinates: wound(rings) },
      })),
      ...drawnOf(plots).map(({ id, name, code, type, acreage, rings }) => ({
        type: 'Feature',
        id,
        properties: { name, code, type, mu: acreage },
        geometry: { type: 'Polygon', coordinates: wound(rings) },
      })),
    ],
  })
/** Plots as a zipped shapefile; nothing where none is drawn. */
export async function toShapes(plots: readonly MapPlot[]) {
  const drawn = drawnOf(plots)
  if (drawn.length === 0) return null
  const { toShapefile } = await import('./shapefile.ts')
  return toShapefile(
    drawn.map(({ acreage, ...plot }) => ({ ...plot, mu: acreage })),
    new Date(),
  )
}
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xml = (text: string) => text.replaceAll(/[&<>]/g, (one) => escapes[one]!)
function kmlRing(ring: readonly Position[], at: number): string {
  const side = at === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs'
  const corners = ring.map(([lng, lat]) => `${lng},${lat}`).join(' ')
  return `<${side}><LinearRing><coordinates>${corners}</coordinates></LinearRing></${side}>`
}
const mark = (name: string, about: string, rings: readonly Position[][]) =>
  `<Placemark><name>${xml(name)}</name>${about}` +
  `<Polygon>${wound(rings).map(kmlRing).join('')}</Polygon></Placemark>`
const kindMark = `<ExtendedData><Data name="kind"><value>${baseKind}</value></Data></ExtendedData>`
/** Bases and plots as KML 2.2, which phones and Google Earth open. */
export const toKml = (plots: readonly MapPlot[], bases: readonly Edge[] = []): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    ...drawnOf(bases).map(({ name, rings }) => mark(name, kindMark, rings)),
    ...drawnOf(plots).map(({ name, code, rings }) =>
      mark(name, code ? `<description>${xml(code)}</description>` : '', rings),
    ),
    '</Document></kml>',
  ].join('\n')
