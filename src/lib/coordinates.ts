type Pair = [number, number]

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

export const formatLatLng = ([lat, lng]: Pair) => `${lat},${lng}`
