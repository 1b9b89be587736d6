export type Pair = [number, number]

function numbers(text: string | null | undefined): Pair | null {
  const parts = text?.split(',') ?? []
  if (parts.length !== 2) return null
  const [a, b] = parts.map((part) => part.trim())
  // `Number('')` is 0: an empty half would become a point on the equator.
  if (!a || !b) return null
  const pair: Pair = [Number(a), Number(b)]
  return pair.every(Number.isFinite) ? pair : null
}
const onEarth = ([lat, lng]: Pair) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180

/** 'lat,lng' as [lat, lng]; anything else is null. */
export function parseLatLng(text: string | null | undefined): Pair | null {
  const pair = numbers(text)
  return pair && onEarth(pair) ? pair : null
}

/** `areaCenter` is stored the other way round (spec 1 §3): 'lng,lat' as [lat, lng]. */
export function parseAreaCenter(text: string | null | undefined): Pair | null {
  const pair = numbers(text)
  if (!pair) return null
  const turned: Pair = [pair[1], pair[0]]
  return onEarth(turned) ? turned : null
}

export const formatLatLng = ([lat, lng]: Pair) => `${lat},${lng}`
export const formatAreaCenter = ([lat, lng]: Pair) => `${lng},${lat}`
