import type { Language } from '#contract/account/self.ts'
import type { Forecast } from '#contract/home/forecast.ts'
import type { Position } from '#contract/field.ts'
import type { WeatherService } from '#server/services/options.ts'
import { openMeteo } from './open-meteo.ts'
import { qWeather } from './qweather.ts'

export type Foretold = Omit<Forecast, 'areaName' | 'at'>
/** Errors: rejects on anything but an answer that is understood. */
export type Provider = (
  service: WeatherService,
  place: Position,
  language: Language,
) => Promise<Foretold>
export const providers: Readonly<Record<WeatherService['kind'], Provider>> = {
  qweather: qWeather,
  'open-meteo': openMeteo,
}
