import { z } from 'zod'
import { alarmScreen } from '../alarm/alarm-calls.ts'
import { call, nothing } from '../call.ts'
import { gatewayWeather } from '../devices/gateway-weather.ts'
import { devicesByType } from '../equipment/by-type.ts'
import { deviceManagerScreen } from '../equipment/device.ts'
import { skies } from './forecast.ts'
import { homeScreen } from '../farm/home.ts'
import { mapScreen } from '../map/map.ts'
import { batchScreen } from '../planting/batch.ts'
import { screen, type Screen } from '../screen.ts'
import { myTasksScreen } from '../work/task-calls.ts'
import { taskScreen } from '../work/task.ts'

/** What there is to know of a base in the morning, on a page and in a letter. */
export const briefScreen = screen('brief', {
  route: '/web/farm/brief',
  module: 'farm',
  group: 'today',
  icon: 'brief',
  at: 5,
  placed: true,
})

/** Lines of a base, in their order; each is there for whoever may see what it tells of. */
export const briefKinds = ['alarm', 'task', 'crop', 'water', 'pest', 'weather', 'forecast'] as const
export type BriefKind = (typeof briefKinds)[number]
/** What the weather of the last day warns of: °C, m/s and mm are in `riskOf`. */
const risks = ['frost', 'heat', 'windy', 'rainy'] as const
type WeatherRisk = (typeof risks)[number]

const line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('alarm'),
    open: z.int(),
    emergency: z.int(),
    /** Raised since yesterday began. */
    since: z.int(),
  }),
  z.object({
    kind: z.literal('task'),
    /** Whether it counts the reader's own alone. */
    own: z.boolean(),
    today: z.int(),
    late: z.int(),
    accept: z.int(),
  }),
  z.object({
    kind: z.literal('crop'),
    growing: z.int(),
    /** To be harvested within a week, or past it. */
    harvest: z.int(),
    next: z.object({ id: z.int(), name: z.string(), on: z.iso.date() }).nullable(),
  }),
  z.object({
    kind: z.literal('water'),
    /** Soil water in percent, of the last day. */
    driest: z.object({ plot: z.string(), moisture: z.number() }),
    mean: z.number(),
  }),
  z.object({
    kind: z.literal('pest'),
    /** Counted by lamps yesterday, and the day before. */
    insects: z.int(),
    before: z.int(),
  }),
  z.object({
    kind: z.literal('weather'),
    /** Of the last 24 hours: °C, mm, m/s. */
    low: z.number(),
    high: z.number(),
    rain: z.number(),
    wind: z.number(),
    risk: z.enum(risks).nullable(),
  }),
  z.object({
    kind: z.literal('forecast'),
    sky: z.enum(skies),
    /** Of today: °C, mm. */
    low: z.number().nullable(),
    high: z.number().nullable(),
    rain: z.number().nullable(),
    /** What the weather service warns of, in its words. */
    warnings: z.array(z.string()),
    /** Whose it is; has to be told with it. */
    by: z.string(),
  }),
])
export type BriefLine = z.infer<typeof line>
export const brief = z.object({
  /** The tenant's today. */
  day: z.iso.date(),
  bases: z.array(z.object({ areaId: z.int(), areaName: z.string(), lines: z.array(line) })),
})
export type Brief = z.infer<typeof brief>
export const mostBriefBases = 30

export const homeBrief = call({
  endpoint: 'GET /wfpf/v1/{tenant}/home/brief',
  summary: 'What there is to know of each base this morning',
  access: 'signed-in',
  staleAfter: { alarm: true, task: true, batch: true, home: true },
  input: z.object({ base: z.coerce.number().int().positive().optional().catch(undefined) }),
  answer: brief.extend({
    /** At which hour it is sent as a letter; null: it is not. */
    digestHour: z.int().nullable(),
  }),
})

/** At which whole hours of the tenant's day the brief may be sent. */
export const digestHours = { first: 4, last: 21 } as const
export const saveDigest = call({
  endpoint: 'PUT /wfpf/v1/{tenant}/home/brief/digest',
  summary: 'Have the brief sent as a letter each day, or no longer',
  access: 'signed-in',
  input: z.strictObject({
    hour: z.int().min(digestHours.first).max(digestHours.last).nullable(),
  }),
  unaudited: true,
  answer: nothing,
})

const frostBelow = 4
const heatFrom = 35
/** Strong breeze (Beaufort 6). */
const windFrom = 10.8
/** A day's heavy rain (GB/T 28592). */
const rainFrom = 25
export function riskOf({
  low,
  high,
  rain,
  wind,
}: Record<'low' | 'high' | 'rain' | 'wind', number>): WeatherRisk | null {
  if (low < frostBelow) return 'frost'
  if (wind >= windFrom) return 'windy'
  if (rain >= rainFrom) return 'rainy'
  return high >= heatFrom ? 'heat' : null
}

interface Said {
  /** Under `home:brief.say`. */
  key: string
  params?: Readonly<Record<string, string | number>>
}
const counted = (key: string, count: number): Said[] =>
  count > 0 ? [{ key, params: { value: count } }] : []
/** A line in parts of a sentence. */
export function sayingsOf(one: BriefLine): Said[] {
  const said = partsOf(one)
  return said.length > 0 ? said : [{ key: `${one.kind}.none` }]
}
function partsOf(one: BriefLine): Said[] {
  switch (one.kind) {
    case 'alarm':
      return [
        ...counted('alarm.open', one.open),
        ...counted('alarm.emergency', one.emergency),
        ...counted('alarm.since', one.since),
      ]
    case 'task':
      return [
        ...counted('task.today', one.today),
        ...counted('task.late', one.late),
        ...counted('task.accept', one.accept),
      ]
    case 'crop':
      return [
        ...counted('crop.growing', one.growing),
        ...counted('crop.harvest', one.harvest),
        ...(one.next
          ? [{ key: 'crop.next', params: { name: one.next.name, day: one.next.on } }]
          : []),
      ]
    case 'water':
      return [
        {
          key: 'water.driest',
          params: { plot: one.driest.plot, value: one.driest.moisture.toFixed(1) },
        },
        { key: 'water.mean', params: { value: one.mean.toFixed(1) } },
      ]
    case 'pest':
      return [
        { key: 'pest.insects', params: { value: one.insects } },
        ...counted('pest.more', one.insects - one.before),
        ...counted('pest.fewer', one.before - one.insects),
      ]
    case 'weather':
      return [
        {
          key: 'weather.range',
          params: { low: one.low.toFixed(1), high: one.high.toFixed(1) },
        },
        { key: 'weather.wind', params: { value: one.wind.toFixed(1) } },
        ...(one.rain > 0 ? [{ key: 'weather.rain', params: { value: one.rain.toFixed(1) } }] : []),
        ...(one.risk ? [{ key: `weather.${one.risk}` }] : []),
      ]
    case 'forecast':
      return [
        { key: `forecast.${one.sky}` },
        ...(one.low !== null && one.high !== null
          ? [
              {
                key: 'forecast.range',
                params: { low: one.low.toFixed(0), high: one.high.toFixed(0) },
              },
            ]
          : []),
        ...(one.rain ? [{ key: 'forecast.amount', params: { value: one.rain.toFixed(1) } }] : []),
        ...one.warnings.map((title) => ({ key: 'forecast.warning', params: { title } })),
        { key: 'forecast.by', params: { name: one.by } },
      ]
  }
}
/** Whether a line is to be seen first. */
export const isPressing = (one: BriefLine): boolean =>
  (one.kind === 'alarm' && one.emergency > 0) ||
  (one.kind === 'task' && one.late > 0) ||
  (one.kind === 'weather' && one.risk !== null) ||
  (one.kind === 'forecast' && one.warnings.length > 0)

const screens: Readonly<Record<BriefKind, Screen>> = {
  alarm: alarmScreen,
  task: taskScreen,
  crop: batchScreen,
  water: mapScreen,
  pest: deviceManagerScreen,
  weather: devicesByType.find((one) => one.screen.route === gatewayWeather.route)!.screen,
  forecast: homeScreen,
}
/** The screen on which what a line tells of is dealt with. */
export const screenOf = (one: BriefLine): Screen =>
  one.kind === 'task' && one.own ? myTasksScreen : screens[one.kind]
/** Its address, on the line's base. */
export const pathOf = (one: BriefLine, areaId: number): string =>
  `${screenOf(one).route}?base=${areaId}${one.kind === 'pest' ? '&deviceType=insectSituationLamp' : ''}`
