import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { Position } from '#contract/field.ts'
import type { Forecast } from '#contract/home/forecast.ts'
import { row, type Tx } from '#server/db/database.ts'
import { noteFault } from '#server/db/parts.ts'
import type { Services } from '#server/services/services.ts'
import type { WeatherService } from '#server/services/options.ts'
import { providers, type Foretold } from './provider.ts'

interface Kept {
  /** When it was foretold. */
  at: number
  found: Foretold | null
  /** When the service last refused; it is then left alone for a while. */
  refusedAt?: number
}
interface Place {
  areaName: string
  latlng: string
}
/** A forecast is made every hour or so. */
const freshMs = 30 * 60_000
/** What is older says nothing of today. */
const mostAgeMs = 6 * 3_600_000
/** After a refusal the provider is left alone for so long. */
const restMs = 5 * 60_000
/** Bases of many farms share a place: some kilometers are one. */
const mostKept = 2_000
/** Longer than this no page waits for somebody else's machine. */
const patienceMs = 250

/** Where a base lies: the chosen one, else the default one. */
export const placeOf = (tx: Tx, base: number | undefined) =>
  row<Place>(
    tx,
    sql`select area_name, latlng from area where latlng is not null and enabled_flag = 1
      ${base ? sql`and id = ${base}` : sql``} order by default_flag desc, id limit 1`,
  )
function positionOf(latlng: string): Position | null {
  const [lat, lng] = latlng.split(',').map(Number)
  return lat !== undefined && lng !== undefined && Number.isFinite(lat) && Number.isFinite(lng)
    ? [lng, lat]
    : null
}

/** Asks a weather service as rarely as can be, for all tenants together, and waits for it hardly at all. */
export class Forecasts {
  readonly #service: WeatherService | null
  readonly #kept = new Map<string, Kept>()
  readonly #asking = new Map<string, Promise<void>>()
  constructor(service: WeatherService | null) {
    this.#service = service
  }
  /** What is known of a base's place; `isForecasting`: an answer is on its way. */
  async at(
    place: Place | null,
    language: Language,
  ): Promise<{ forecast: Forecast | null; isForecasting: boolean }> {
    const none = { forecast: null, isForecasting: false }
    if (!this.#service) return none
    const position = place && positionOf(place.latlng)
    if (!place || !position) return none
    const key = `${position.map((part) => part.toFixed(2)).join(',')} ${language}`
    const now = Date.now()
    const kept = this.#kept.get(key)
    const isFresh = kept?.found && now - kept.at < freshMs
    const isResting = kept?.refusedAt !== undefined && now - kept.refusedAt < restMs
    if (!isFresh && !isResting) {
      const asking = this.#ask(key, position, language)
      if (!kept?.found)
        await Promise.race([asking, new Promise((done) => setTimeout(done, patienceMs))])
    }
    const { at = 0, found = null } = this.#kept.get(key) ?? {}
    return found && now - at < mostAgeMs
      ? {
          forecast: { ...found, areaName: place.areaName, at: new Date(at).toISOString() },
          isForecasting: false,
        }
      : { forecast: null, isForecasting: this.#asking.has(key) }
  }
  #ask(key: string, position: Position, language: Language): Promise<void> {
    const running = this.#asking.get(key)
    if (running) return running
    const service = this.#service!
    const asking = providers[service.kind](service, position, language)
      .then(
        (found) => this.#keep(key, { at: Date.now(), found }),
        // What was known stays, until it is too old.
        (error: unknown) => {
          noteFault('weather', error)
          const { at = 0, found = null } = this.#kept.get(key) ?? {}
          this.#keep(key, { at, found, refusedAt: Date.now() })
        },
      )
      .finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }
  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!)
  }
}

const ofServers = new WeakMap<Services, Forecasts>()
/** Those of a server, by whomever they are asked for. */
export function forecastsOf(app: Services): Forecasts {
  const known = ofServers.get(app) ?? new Forecasts(app.options.weather ?? null)
  ofServers.set(app, known)
  return known
}
