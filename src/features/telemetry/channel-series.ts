import { channelOf, type Reading } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  channelKey,
  type DeviceBrief,
  type ExploredSeries,
} from '#contract/telemetry/explore-calls.ts'
import { barsOf, type Bar } from './series.ts'
import { channelLabel, inOwnUnit, type Translate } from '#src/features/equipment/reading-words.ts'

/**
 * A channel as it is drawn beside others; `at` is on the clock of the span itself, whichever year
 * it was measured in.
 */
export interface DrawnChannel {
  key: string
  name: string
  yearsBack: number
  reading: Reading
  points: readonly DrawnPoint[]
  /** Of amounts, which are drawn so: what came from one time to another. */
  bars: readonly Bar[]
}
export interface DrawnPoint {
  at: Date
  value: number | null
}

/** A device's channel by both names. */
export function channelName(
  t: Translate,
  device: Pick<DeviceBrief, 'name' | 'deviceType' | 'calculated'> | undefined,
  metric: string,
): string {
  if (!device?.deviceType) return metric
  const words = device.calculated.find((one) => one.metric === metric)
  if (words) return `${device.name} ${words.name}`
  return `${device.name} ${channelLabel(t, device.deviceType, deviceTypeNamed(device.deviceType), metric)}`
}
const nameOf = (name: string, yearsBack: number, from: string) =>
  yearsBack === 0 ? name : `${name} ${from.slice(0, 4)}`
const leastSilenceMs = 90_000
/** Series of an answer as curves: a silence is a hole, amounts are what came in each bucket. */
export function drawnOf(
  t: Translate,
  series: readonly ExploredSeries[],
  devices: readonly DeviceBrief[],
  from: string,
  stepMs: number,
): DrawnChannel[] {
  return series.flatMap(({ deviceId, metric, yearsBack, from: own, points }) => {
    const device = devices.find(({ id }) => id === deviceId)
    const channel = device?.deviceType
      ? channelOf(deviceTypeNamed(device.deviceType), metric)
      : null
    if (!channel) return []
    const moved = Date.parse(from) - Date.parse(own)
    const shift = moved + stepMs / 2
    const longestMs = Math.max(
      leastSilenceMs,
      stepMs * 1.5,
      (device?.reportMinutes ?? 30) * 150_000,
    )
    const drawn = points.flatMap(({ at, mean, sum }, i): DrawnPoint[] => {
      const time = Date.parse(at) + shift
      const point = { at: new Date(time), value: channel.reading.isAmount ? sum : mean }
      const before = points[i - 1]
      return before && Date.parse(at) - Date.parse(before.at) > longestMs
        ? [{ at: new Date(Date.parse(before.at) + shift + 1), value: null }, point]
        : [point]
    })
    const name = channelName(t, device, metric)
    return [
      {
        key: channelKey(deviceId, metric),
        name: nameOf(name, yearsBack, own),
        yearsBack,
        reading: inOwnUnit(
          channel.reading,
          device?.calculated.find((one) => one.metric === metric),
        ),
        points: drawn,
        bars: channel.reading.isAmount
          ? barsOf({ step: 'minutes', stepMs, series: [{ metric, points, summary: null }] }, () =>
              nameOf(name, yearsBack, own),
            ).map(({ from: begin, until, ...bar }) => ({
              ...bar,
              from: new Date(begin.getTime() + moved),
              until: new Date(until.getTime() + moved),
            }))
          : [],
      },
    ]
  })
}

/**
 * Two units to a drawing: its two axes. What has a third unit is drawn below, over the same time.
 */
export function inPairs(channels: readonly DrawnChannel[]): DrawnChannel[][] {
  const units = [...new Set(channels.map(({ reading }) => reading.unit ?? ''))]
  return Array.from({ length: Math.ceil(units.length / 2) }, (_, at) =>
    channels.filter(({ reading }) => units.slice(at * 2, at * 2 + 2).includes(reading.unit ?? '')),
  )
}
