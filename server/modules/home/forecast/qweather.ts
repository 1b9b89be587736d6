import { z } from 'zod'
import type { PresentWeather, Sky } from '#contract/home/forecast.ts'
import { getJson } from '#server/http/outgoing.ts'
import type { Provider } from './provider.ts'

// https://dev.qweather.com/en/docs/api/weather/ : numbers come as texts, wind in km/h.
const number = z
  .string()
  .transform((text) => (text.trim() === '' ? null : Number(text)))
  .pipe(z.number().nullable())
  .nullish()
  .transform((value) => value ?? null)
const answer = <const S extends z.ZodRawShape>(shape: S) =>
  z.object({ code: z.literal('200'), ...shape })
const hours = answer({
  hourly: z.array(
    z.object({
      fxTime: z.string(),
      icon: z.string(),
      temp: number,
      humidity: number,
      windSpeed: number,
      precip: number,
    }),
  ),
})
const days = answer({
  daily: z.array(
    z.object({
      fxDate: z.string(),
      iconDay: z.string(),
      tempMin: number,
      tempMax: number,
      precip: number,
    }),
  ),
})
const present = answer({
  now: z.object({
    obsTime: z.string(),
    temp: number,
    humidity: number,
    windSpeed: number,
    wind360: number,
    precip: number,
  }),
})
const warnings = answer({ warning: z.array(z.object({ title: z.string(), text: z.string() })) })
const place = answer({ location: z.array(z.object({ id: z.string() })).min(1) })

/** By the number of its picture. */
function skyOf(icon: string): Sky {
  const code = Number(icon)
  if (code === 100 || code === 150) return 'clear'
  if (code === 104) return 'cloudy'
  if (code < 200) return 'partly'
  if (code >= 302 && code <= 304) return 'storm'
  if (code >= 300 && code < 400) return 'rain'
  if (code >= 400 && code < 500) return 'snow'
  return code >= 500 && code < 600 ? 'fog' : 'cloudy'
}
const metresPerSecond = (kmh: number | null) => kmh && Math.round((kmh / 3.6) * 10) / 10
const presentOf = (said: z.output<typeof present>['now']): PresentWeather => ({
  at: new Date(said.obsTime).toISOString(),
  temperature: said.temp,
  humidity: said.humidity,
  windSpeed: metresPerSecond(said.windSpeed),
  windDirection: said.wind360,
  rainHour: said.precip,
})
const timeoutMs = 8_000

/** First which place it is, then what is foretold there. */
export const qWeather: Provider = async ({ url, key }, [lng, lat], language) => {
  const lang = language === 'zh-CN' ? 'zh' : 'en'
  const ask = async <S extends z.ZodType>(schema: S, path: string, location: string) =>
    schema.parse(
      await getJson(
        `${url}${path}?location=${location}&lang=${lang}`,
        { allowsPrivate: true, timeoutMs },
        { 'X-QW-Api-Key': key },
      ),
    )
  const { location } = await ask(
    place,
    '/geo/v2/city/lookup',
    `${lng.toFixed(2)},${lat.toFixed(2)}`,
  )
  const id = location[0]!.id
  const [current, hourly, daily, warned] = await Promise.all([
    // What is foretold stands without it.
    ask(present, '/v7/weather/now', id).catch(() => null),
    ask(hours, '/v7/weather/24h', id),
    ask(days, '/v7/weather/3d', id),
    // Not in every plan: without warnings there is still a forecast.
    ask(warnings, '/v7/warning/now', id).catch(() => ({ warning: [] })),
  ])
  return {
    attribution: 'QWeather',
    now: current && presentOf(current.now),
    hours: hourly.hourly.map(({ fxTime, icon, temp, humidity, windSpeed, precip }) => ({
      at: new Date(fxTime).toISOString(),
      temperature: temp,
      humidity,
      windSpeed: metresPerSecond(windSpeed),
      rain: precip,
      sky: skyOf(icon),
    })),
    days: daily.daily.map(({ fxDate, iconDay, tempMin, tempMax, precip }) => ({
      date: fxDate,
      least: tempMin,
      most: tempMax,
      rain: precip,
      sky: skyOf(iconDay),
    })),
    warnings: warned.warning.slice(0, 5),
  }
}
