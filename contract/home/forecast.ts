import { z } from 'zod'

/** What the sky does, in the words that both providers know. */
export const skies = ['clear', 'partly', 'cloudy', 'fog', 'rain', 'snow', 'storm'] as const
export type Sky = (typeof skies)[number]

const number = z.number().nullable()
const hour = z.object({
  at: z.string(),
  temperature: number,
  humidity: number,
  /** In meters a second. */
  windSpeed: number,
  /** Millimeters within the hour. */
  rain: number,
  sky: z.enum(skies),
})
export type ForecastHour = z.infer<typeof hour>
const day = z.object({
  date: z.string(),
  least: number,
  most: number,
  /** Millimeters within the day. */
  rain: number,
  sky: z.enum(skies),
})
/** What a provider says of the present, where it tells it. */
const present = z.object({
  /** When it was observed. */
  at: z.string(),
  temperature: number,
  humidity: number,
  windSpeed: number,
  /** In degrees, where it comes from. */
  windDirection: number,
  /** Millimeters in the last hour. */
  rainHour: number,
})
export type PresentWeather = z.infer<typeof present>
/** What a provider foretells for the place of a base. */
export const forecast = z.object({
  areaName: z.string(),
  /** Whose it is; has to be shown beside it. */
  attribution: z.string(),
  /** When it was asked for. */
  at: z.string(),
  /** null: it does not tell. */
  now: present.nullable(),
  hours: z.array(hour),
  days: z.array(day),
  /** As the weather service writes them, in the language that it was asked in. */
  warnings: z.array(z.object({ title: z.string(), text: z.string() })),
})
export type Forecast = z.infer<typeof forecast>
