import { mostFoundPlaces, type FoundPlace } from '#contract/map/geocode.ts'
import type { Language } from '#contract/account/self.ts'
import type { GeocoderService } from '#server/services/options.ts'
import { amap } from './amap.ts'
import { nominatim } from './nominatim.ts'
import { tianditu } from './tianditu.ts'

/** Errors: rejects on anything but an answer that is understood. */
export type Geocoder = (
  service: GeocoderService,
  sought: string,
  language: Language,
) => Promise<FoundPlace[]>
const geocoders: Readonly<Record<GeocoderService['kind'], Geocoder>> = { tianditu, amap, nominatim }
/** Places hardly move; a service counts its answers. */
const freshMs = 24 * 3_600_000
const mostKept = 500

/** Asks for the same once, whoever looks. */
export class Geocoding {
  readonly #service: GeocoderService
  readonly #kept = new Map<string, { at: number; places: FoundPlace[] }>()
  constructor(service: GeocoderService) {
    this.#service = service
  }
  get kind(): GeocoderService['kind'] {
    return this.#service.kind
  }
  /** At most `mostFoundPlaces`, the best first. Errors: those of the service. */
  async find(sought: string, language: Language): Promise<FoundPlace[]> {
    const key = `${language} ${sought.toLowerCase()}`
    const kept = this.#kept.get(key)
    if (kept && Date.now() - kept.at < freshMs) return kept.places
    const found = await geocoders[this.#service.kind](this.#service, sought, language)
    const places = found.filter(isOnEarth).slice(0, mostFoundPlaces)
    this.#kept.delete(key)
    this.#kept.set(key, { at: Date.now(), places })
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!)
    return places
  }
}
const isOnEarth = ({ at: [lng, lat] }: FoundPlace) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90
