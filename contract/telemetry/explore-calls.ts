import { z } from 'zod'
import { call } from '../call.ts'
import { deviceTypeNames } from '../devices/index.ts'
import { exportFormats } from '../platform/platform-calls.ts'
import { screen } from '../screen.ts'
import {
  calculatedWords,
  deviceHistory,
  mostChannels,
  seesDevices,
} from '../equipment/device-calls.ts'

// chosen: ours; its data are asked with the codes of the devices
export const exploreScreen = screen('explore', {
  route: '/web/equipment/explore',
  module: 'farm',
  group: 'equipment',
  icon: 'explore',
  at: 6,
  permission: 'wfpf.farm.equipment.explore',
})

/** How many earlier years are laid over the span. */
export const mostYears = 3
/** `12:airTemperature`: a channel of a device. */
export const channelPattern = /^[1-9]\d{0,15}:[\w-]{1,40}(\.\d{1,2})?$/
export const channelKey = (deviceId: number, metric: string) => `${deviceId}:${metric}`
export function channelOfKey(key: string): { deviceId: number; metric: string } {
  const at = key.indexOf(':')
  return { deviceId: Number(key.slice(0, at)), metric: key.slice(at + 1) }
}
const oneKey = channelPattern.source.slice(1, -1)
/** Some of them, commas between. */
export const keysPattern = new RegExp(`^${oneKey}(,${oneKey}){0,${mostChannels - 1}}$`)

/** `hidden`: there, and not for who asks. `gone`: deleted. Neither has a name or values. */
export const standings = ['shown', 'hidden', 'gone'] as const
export const deviceBrief = z.object({
  id: z.int(),
  standing: z.enum(standings),
  name: z.string().nullable(),
  deviceType: z.enum(deviceTypeNames).nullable(),
  areaName: z.string().nullable(),
  online: z.literal([0, 1]),
  lastSeenAt: z.string().nullable(),
  reportMinutes: z.int().nullable(),
  /** Its channels that are worked out. */
  calculated: z.array(calculatedWords.extend({ metric: z.string() })),
})
export type DeviceBrief = z.infer<typeof deviceBrief>

const seriesOf = deviceHistory.answer.shape.series.element.shape
export const exploredSeries = z.object({
  deviceId: z.int(),
  metric: z.string(),
  /** 0: the span itself; 1: the same a year before; … */
  yearsBack: z.int(),
  /** Where its span begins: what lies years back is drawn by how far it is from there. */
  from: z.string(),
  points: seriesOf.points,
  summary: seriesOf.summary,
})
export type ExploredSeries = z.infer<typeof exploredSeries>
export const explored = z.object({
  step: deviceHistory.answer.shape.step,
  stepMs: z.int(),
  devices: z.array(deviceBrief),
  series: z.array(exploredSeries),
  /**
   * Of each two channels, in the order in which they were asked: how their buckets go together. r
   * is null where fewer than three meet, or one never changes.
   */
  correlations: z.array(
    z.object({ a: z.string(), b: z.string(), n: z.int(), r: z.number().nullable() }),
  ),
})
export type Explored = z.infer<typeof explored>

const asked = {
  /** `12:airTemperature,13:humidity.1` */
  channels: z.string().max(1000).regex(keysPattern),
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  years: z.coerce.number().int().min(0).max(mostYears).optional(),
}
export const exploreHistory = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/explore',
  summary: 'Channels of any devices over one span, in the same buckets',
  access: { code: seesDevices },
  input: z.object(asked),
  answer: explored,
})
export const exploreFile = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/explore/file',
  summary: 'The same as a file: a line per bucket, a column per channel and year',
  access: { code: seesDevices },
  rate: 'export',
  input: z.object({ ...asked, format: z.enum(exportFormats) }),
  answer: z.unknown(),
})
