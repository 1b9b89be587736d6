import { outlineOf } from '#contract/ground.ts'
import type { BaseState } from '#contract/home/base-calls.ts'
import { pathOf } from '#src/lib/ground-path.ts'

export const mapWidth = 340
export const mapHeight = 170
const margin = 46
/** How far plots are drawn around the middle of their base. */
const mostAround = 42

interface SmallMap {
  /** `path`: the outline, and then the holes in it. */
  plots: { id: number; name: string; path: string }[]
  places: { id: number; x: number; y: number }[]
  /** Lines of the ground, which say nothing but that it is ground. */
  ground: string[]
}

/** Bases drawn by their own coordinates, north up; null where none has any. */
export function drawnMap(bases: readonly BaseState[]): SmallMap | null {
  const centers = bases.flatMap(({ id, latlng }) => {
    const [lat, lng] = (latlng ?? '').split(',').map(Number)
    return lat === undefined || lng === undefined || !latlng || Number.isNaN(lat + lng)
      ? []
      : [{ id, lng, lat }]
  })
  const corners = bases.flatMap(({ outlines }) => outlines.flatMap((one) => outlineOf(one.corners)))
  const lngs = [...centers.map(({ lng }) => lng), ...corners.map(([lng]) => lng)]
  const lats = [...centers.map(({ lat }) => lat), ...corners.map(([, lat]) => lat)]
  if (lngs.length === 0) return null
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  // A degree of longitude is shorter by the cosine of the latitude.
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = Math.min(
    (mapWidth - 2 * margin) / Math.max((east - west) * narrow, 1e-6),
    (mapHeight - 2 * margin) / Math.max(north - south, 1e-6),
    4e5,
  )
  const at = (lng: number, lat: number) => ({
    x: Number((mapWidth / 2 + (lng - (west + east) / 2) * narrow * scale).toFixed(1)),
    y: Number((mapHeight / 2 - (lat - (south + north) / 2) * scale).toFixed(1)),
  })
  // Bases lie far apart, and their plots would be specks: each is drawn larger where it lies.
  const middles = new Map(centers.map(({ id, lng, lat }) => [id, at(lng, lat)]))
  const gaps = [...middles].flatMap(([id, a]) =>
    [...middles].flatMap(([other, b]) => (other > id ? [Math.hypot(a.x - b.x, a.y - b.y)] : [])),
  )
  const room = Math.min(mostAround, ...gaps.map((gap) => gap * 0.45))
  const grown = (id: number, outlines: BaseState['outlines']) => {
    const middle = middles.get(id)
    if (!middle) return 1
    const reach = outlines.flatMap(({ corners: own }) =>
      outlineOf(own).map(([lng, lat]) => {
        const { x, y } = at(lng, lat)
        return Math.hypot(x - middle.x, y - middle.y)
      }),
    )
    return centers.length > 1 ? Math.max(1, room / Math.max(...reach, 1)) : 1
  }
  return {
    plots: bases.flatMap(({ id: base, outlines }) => {
      const middle = middles.get(base)
      const by = grown(base, outlines)
      return outlines.map(({ id, name, corners: own }) => ({
        id,
        name,
        path: pathOf(own, ([lng, lat]) => {
          const { x, y } = at(lng, lat)
          return middle ? [middle.x + (x - middle.x) * by, middle.y + (y - middle.y) * by] : [x, y]
        }),
      }))
    }),
    places: centers.map(({ id, lng, lat }) => ({ id, ...at(lng, lat) })),
    ground: [36, 84, 132].map(
      (y) => `M-5 ${y}C70 ${y - 24} 130 ${y + 20} 200 ${y - 6}S300 ${y - 18} 345 ${y + 8}`,
    ),
  }
}
