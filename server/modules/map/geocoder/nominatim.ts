import { z } from 'zod'
import { mostFoundPlaces } from '#contract/map/geocode.ts'
import { getJson } from '#server/http/outgoing.ts'
import type { Geocoder } from './geocoder.ts'
import { outgoing } from './outgoing.ts'

// https://nominatim.org/release-docs/latest/api/Search/ : coordinates come as texts, WGS84.
const answer = z.array(
  z.object({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    name: z.string().default(''),
    display_name: z.string().default(''),
  }),
)

/** A Nominatim server; the public one wants at most one question a second, of few people. */
export const nominatim: Geocoder = async ({ url, key }, sought, language) => {
  const query = new URLSearchParams({
    q: sought,
    format: 'jsonv2',
    limit: String(mostFoundPlaces),
    'accept-language': language,
    ...(key && { key }),
  })
  const found = answer.parse(
    await getJson(`${url}/search?${query}`, outgoing, { 'user-agent': 'Furrow' }),
  )
  return found.map(({ lat, lon, name, display_name: whole }) => ({
    name: name || whole.split(',')[0]!.trim(),
    address: whole,
    at: [lon, lat],
  }))
}
