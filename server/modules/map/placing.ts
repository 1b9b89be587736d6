import { outlineOf, type Position, type SeenGround } from '#contract/ground.ts'
import type { unplacedReasons } from '#contract/map/map.ts'

/** Where something lies, or why nobody can say. */
export type Placed = { at: Position } | { reason: (typeof unplacedReasons)[number] }

const rounded = (value: number) => Number(value.toFixed(6))
/**
 * 'lat,lng' as [lng, lat]. Nothing on a farm lies at 0,0: that is what a receiver says before it
 * knows.
 */
export function placeOf(latlng: string | null): Placed {
  const text = latlng?.trim()
  if (!text) return { reason: 'none' }
  const [lat, lng, ...more] = text.split(',').map((part) => (part.trim() ? Number(part) : NaN))
  if (lat === undefined || lng === undefined || more.length > 0) return { reason: 'invalid' }
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return isOnEarth && (lat !== 0 || lng !== 0)
    ? { at: [rounded(lng), rounded(lat)] }
    : { reason: 'invalid' }
}
/** The middle of an outline, for who has drawn it and said no other. */
export function middleOf(ground: SeenGround | null): Position | null {
  if (!ground || ground.length === 0) return null
  const corners = outlineOf(ground)
  const mean = (axis: 0 | 1) =>
    rounded(corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length)
  return [mean(0), mean(1)]
}
