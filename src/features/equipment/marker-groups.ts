/** Markers that would lie on each other are drawn as one. */
export interface Grouped<T> {
  members: T[]
  lng: number
  lat: number
}
interface At {
  x: number
  y: number
}

const positionOf = (latlng: string) => {
  const [lat = 0, lng = 0] = latlng.split(',').map(Number)
  return { lat, lng }
}
/**
 * Puts together what lies nearer than `nearPx` to the first of a group, as the map stands.
 * `pixelOf` says where a position
 * is drawn; a group is drawn in the middle of its members.
 */
export function groupMarkers<T extends { latlng: string }>(
  markers: readonly T[],
  pixelOf: (at: { lng: number; lat: number }) => At,
  nearPx: number,
): Grouped<T>[] {
  const groups: (Grouped<T> & At)[] = []
  for (const marker of markers) {
    const at = positionOf(marker.latlng)
    const { x, y } = pixelOf(at)
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < nearPx)
    if (near) near.members.push(marker)
    else groups.push({ members: [marker], ...at, x, y })
  }
  return groups.map(({ members }) => {
    const all = members.map(({ latlng }) => positionOf(latlng))
    const mean = (axis: 'lng' | 'lat') => all.reduce((sum, one) => sum + one[axis], 0) / all.length
    return { members, lng: mean('lng'), lat: mean('lat') }
  })
}
/** South-west and north-east corner of what is shown together. */
export function cornersOf(
  markers: readonly { latlng: string }[],
): [[number, number], [number, number]] {
  const all = markers.map(({ latlng }) => positionOf(latlng))
  const of = (pick: (...values: number[]) => number, axis: 'lng' | 'lat') =>
    pick(...all.map((one) => one[axis]))
  return [
    [of(Math.min, 'lng'), of(Math.min, 'lat')],
    [of(Math.max, 'lng'), of(Math.max, 'lat')],
  ]
}
