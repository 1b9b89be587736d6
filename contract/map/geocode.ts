import { z } from 'zod'
import { call } from '../call.ts'
import { isPlain } from '../field.ts'

export const fewestSoughtChars = 2
export const mostSoughtChars = 60
export const mostFoundPlaces = 8

/** Services that know where places are. */
export const geocoders = ['tianditu', 'amap', 'nominatim'] as const

const place = z.object({
  name: z.string(),
  /** Where that is: street, town, province; empty where nobody says. */
  address: z.string(),
  /** WGS84, longitude and latitude. */
  at: z.tuple([z.number(), z.number()]),
})
export type FoundPlace = z.infer<typeof place>

// chosen: the specification has maps to draw on, and no way to find a place on them
export const geocode = call({
  endpoint: 'GET /wfpf/v1/{tenant}/map/geocode',
  summary: 'Places by name or address, from the service that the operator has set up',
  access: 'signed-in',
  rate: 'export',
  input: z.object({
    q: z.string().trim().min(fewestSoughtChars).max(mostSoughtChars).refine(isPlain),
  }),
  answer: z.object({
    /** Who was asked; null: no service is set up, and nobody outside was. */
    service: z.enum(geocoders).nullable(),
    places: z.array(place),
  }),
})
