import { z } from 'zod'
import { mostFoundPlaces } from '#contract/map/geocode.ts'
import { getJson } from '#server/http/outgoing.ts'
import type { Geocoder } from './geocoder.ts'
import { outgoing } from './outgoing.ts'

// http://lbs.tianditu.gov.cn/server/search2.html : CGCS2000, which is WGS84 within centimeters.
const lonlat = z.string().regex(/^-?[\d.]+[, ]-?[\d.]+$/)
const answer = z.object({
  status: z.object({ infocode: z.coerce.number(), cndesc: z.string().default('') }).optional(),
  pois: z
    .array(
      z.object({
        name: z.string(),
        address: z.string().default(''),
        province: z.string().default(''),
        city: z.string().default(''),
        county: z.string().default(''),
        lonlat,
      }),
    )
    .default([]),
  /** What is sought is a district itself. */
  area: z.object({ name: z.string(), lonlat }).optional(),
})
const understood = 1000
const positionOf = (text: string): [number, number] => {
  const [lng, lat] = text.split(/[, ]/).map(Number)
  return [lng!, lat!]
}

/** Tianditu's place search, with a server-side key. */
export const tianditu: Geocoder = async ({ url, key }, sought) => {
  const asked = {
    keyWord: sought,
    level: 12,
    mapBound: '-180,-90,180,90',
    queryType: 1,
    start: 0,
    count: mostFoundPlaces,
  }
  const query = new URLSearchParams({ postStr: JSON.stringify(asked), type: 'query', tk: key })
  const { status, pois, area } = answer.parse(await getJson(`${url}/v2/search?${query}`, outgoing))
  if (status && status.infocode !== understood)
    throw new Error(`${status.infocode} ${status.cndesc}`.trim())
  return [
    ...(area ? [{ name: area.name, address: '', at: positionOf(area.lonlat) }] : []),
    ...pois.map(({ name, address, province, city, county, lonlat: at }) => ({
      name,
      address: [...new Set([province, city, county, address])].filter(Boolean).join(' '),
      at: positionOf(at),
    })),
  ]
}
