import { z } from 'zod'
import { mostFoundPlaces } from '#contract/map/geocode.ts'
import { unproject } from '#contract/map/projection.ts'
import { getJson } from '#server/http/outgoing.ts'
import type { Geocoder } from './geocoder.ts'
import { outgoing } from './outgoing.ts'

// https://lbs.amap.com/api/webservice/guide/api/search : GCJ-02; what is empty comes as a list.
const word = z.union([z.string(), z.array(z.unknown()).transform(() => '')]).default('')
const answer = z.union([
  z.object({
    status: z.literal('1'),
    pois: z.array(
      z.object({
        name: z.string(),
        address: word,
        pname: word,
        cityname: word,
        adname: word,
        location: z.string().regex(/^-?[\d.]+,-?[\d.]+$/),
      }),
    ),
  }),
  z.object({ status: z.literal('0'), info: z.string(), infocode: z.string() }),
])

/** AMap's web service, with a key for web services. */
export const amap: Geocoder = async ({ url, key }, sought) => {
  const query = new URLSearchParams({
    key,
    keywords: sought,
    offset: String(mostFoundPlaces),
    page: '1',
    output: 'JSON',
  })
  const found = answer.parse(await getJson(`${url}/v3/place/text?${query}`, outgoing))
  if (found.status === '0') throw new Error(`${found.infocode} ${found.info}`)
  return found.pois.map(({ name, address, pname, cityname, adname, location }) => {
    const [lng, lat] = location.split(',').map(Number)
    return {
      name,
      address: [...new Set([pname, cityname, adname, address])].filter(Boolean).join(' '),
      at: unproject('gcj02', [lng!, lat!]),
    }
  })
}
