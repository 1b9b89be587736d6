import { z } from 'zod'
import type { Sky } from '#contract/home/forecast.ts'
import { getJson } from '#server/http/outgoing.ts'
import type { Provider } from './provider.ts'

// https://open-meteo.com/en/docs : columns beside each other, times in UTC.
const numbers = z.array(z.number().nullable())
const answer = z.object({
  hourly: z.object({
    time: z.array(z.string()),
    temperature_2m: numbers,
    relative_humidity_2m: numbers,
    wind_speed_10m: numbers,
    precipitation: numbers,
    weather_code: numbers,
  }),
  daily: z.object({
    time: z.array(z.string()),
    temperature_2m_min: numbers,
    temperature_2m_max: numbers,
    precipitation_sum: numbers,
    weather_code: numbers,
  }),
})
/** WMO code 4677, as Open-Meteo narrows it. */
function skyOf(code: number | null | undefined): Sky {
  if (code === null || code === undefined) return 'cloudy'
  if (code === 0) return 'clear'
  if (code <= 2) return 'partly'
  if (code === 3) return 'cloudy'
  if (code < 50) return 'fog'
  if (code >= 95) return 'storm'
  return (code >= 71 && code <= 77) || code === 85 || code === 86 ? 'snow' : 'rain'
}
const mostHours = 24
const timeoutMs = 8_000

export const openMeteo: Provider = async ({ url, key }, [lng, lat]) => {
  const query = new URLSearchParams({
    latitude: lat.toFixed(2),
    longitude: lng.toFixed(2),
    hourly: 'temperature_2m,relative_humidity_2m,wind_speed_10m,precipitation,weather_code',
    daily: 'temperature_2m_min,temperature_2m_max,precipitation_sum,weather_code',
    wind_speed_unit: 'ms',
    timezone: 'auto',
    timeformat: 'unixtime',
    forecast_days: '3',
    forecast_hours: String(mostHours),
    ...(key && { apikey: key }),
  })
  // Dates stand for the place's own days: `unixtime` of midnight there.
  const found = z
    .object({ utc_offset_seconds: z.number() })
    .and(z.looseObject({ hourly: z.unknown(), daily: z.unknown() }))
    .parse(await getJson(`${url}/v1/forecast?${query}`, { allowsPrivate: true, timeoutMs }))
  const { hourly, daily } = parsed(found)
  return {
    attribution: 'Open-Meteo.com',
    now: null,
    hours: hourly.time.slice(0, mostHours).map((at, i) => ({
      at,
      temperature: hourly.temperature_2m[i] ?? null,
      humidity: hourly.relative_humidity_2m[i] ?? null,
      windSpeed: hourly.wind_speed_10m[i] ?? null,
      rain: hourly.precipitation[i] ?? null,
      sky: skyOf(hourly.weather_code[i]),
    })),
    days: daily.time.map((date, i) => ({
      date,
      least: daily.temperature_2m_min[i] ?? null,
      most: daily.temperature_2m_max[i] ?? null,
      rain: daily.precipitation_sum[i] ?? null,
      sky: skyOf(daily.weather_code[i]),
    })),
    warnings: [],
  }
}

/** Seconds since 1970 as moments, and as days of the place. */
function parsed(found: { utc_offset_seconds: number; hourly?: unknown; daily?: unknown }) {
  const times = z.looseObject({ time: z.array(z.number()) })
  const [hourly, daily] = [times.parse(found.hourly), times.parse(found.daily)]
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString()
  return answer.parse({
    hourly: { ...hourly, time: hourly.time.map(moment) },
    daily: {
      ...daily,
      time: daily.time.map((at) => moment(at + found.utc_offset_seconds).slice(0, 10)),
    },
  })
}
