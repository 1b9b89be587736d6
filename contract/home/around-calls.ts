import { z } from 'zod'
import { call } from '../call.ts'
import { plotLock } from '../farm/plot-lock.ts'
import { costCode } from '../inventory/cost.ts'
import { explored } from '../telemetry/explore-calls.ts'
import { brief } from './brief.ts'
import { forecast } from './forecast.ts'
import { homeBase, ofBase } from './home-calls.ts'

const weather = z.object({
  deviceId: z.int(),
  deviceName: z.string(),
  areaId: z.int(),
  areaName: z.string(),
  online: z.literal([0, 1]),
  /** Newest of its values. */
  at: z.string().nullable(),
  temperature: z.number().nullable(),
  humidity: z.number().nullable(),
  windSpeed: z.number().nullable(),
  windDirection: z.number().nullable(),
  /** Millimeters in the last hour, and in the last 24. */
  rainHour: z.number().nullable(),
  rainDay: z.number().nullable(),
  /** Of the air, in the last 24 hours. */
  lowDay: z.number().nullable(),
  highDay: z.number().nullable(),
})
export type HomeWeather = z.infer<typeof weather>
const news = z.object({
  id: z.int(),
  title: z.string(),
  publishedDate: z.string(),
  stickyFlag: z.literal([0, 1]),
  readFlag: z.literal([0, 1]),
})
const change = z.object({
  id: z.int(),
  at: z.string(),
  realName: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  recordId: z.int().nullable(),
  title: z.string().nullable(),
})
export type HomeChange = z.infer<typeof change>
const standing = z.object({
  id: z.int(),
  name: z.string(),
  areaName: z.string(),
  stage: z.string().nullable(),
  nextStage: z.string().nullable(),
  nextStageOn: z.string().nullable(),
  expectedHarvestOn: z.string().nullable(),
  harvesting: z.literal([0, 1]),
})
const season = z.object({
  cropId: z.int(),
  cropName: z.string(),
  batches: z.int(),
  /** In mu; null: nobody said. */
  area: z.number().nullable(),
  /** In kilograms. */
  yield: z.number(),
  /** In yuan, both; left out where the caller may not know. */
  cost: z.number().optional(),
  revenue: z.number().nullable().optional(),
})
/** What a base bore this year beside its batches. */
const unborne = z.object({
  areaId: z.int(),
  areaName: z.string(),
  /** In yuan. */
  cost: z.number().optional(),
})
/** Channels that the caller keeps an eye on, over the span that they chose. */
const curves = explored
  .pick({ stepMs: true, devices: true, series: true })
  .extend({ from: z.string(), to: z.string() })
export const homeAround = call({
  endpoint: `GET ${homeBase}/around`,
  summary:
    'Weather of the base’s own station, announcements, what grows, pinned curves, what others changed',
  access: 'signed-in',
  forMembers: ['news'],
  staleAfter: { messages: true, task: true, batch: true, home: true },
  hides: { code: costCode, names: ['cost', 'revenue'] },
  input: z.object(ofBase),
  answer: z.object({
    /** null: the caller sees no weather station, or has none there. */
    weather: weather.nullable(),
    mayWeather: z.boolean(),
    /** null: no provider is set, the base has no position, or it is still being asked. */
    forecast: forecast.nullable(),
    /** It is being asked: ask again in a moment. */
    isForecasting: z.boolean(),
    news: z.array(news),
    /** Plots that may not be entered or picked, the longest first; null: not for the caller. */
    locks: z.array(plotLock).nullable(),
    /** Batches that stand, those with something before them first; null: not for the caller. */
    batches: z.array(standing).nullable(),
    /** What this year's batches came to, crop by crop; null: not for the caller. */
    season: z.array(season).nullable(),
    /** What work without a batch cost, base by base; null: not for the caller. */
    unborne: z.array(unborne).nullable(),
    /** null: not for the caller. */
    changes: z.array(change).nullable(),
    brief,
    /** null: none are pinned, or the caller sees no devices. */
    curves: curves.nullable(),
  }),
})
export type HomeAround = z.infer<typeof homeAround.answer>
