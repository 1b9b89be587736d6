import { valueRegulated as type } from '#contract/devices/value-regulated.ts'
import { drift, rainOf } from '../sky.ts'
import {
  battery,
  dayMs,
  hourMs,
  settingsOf,
  signal,
  to,
  type DeviceModel,
} from './simulated-device.ts'

/**
 * A gate between a canal and paddies: the more it is open, the more flows and the nearer the levels
 * are.
 */
export const valueRegulated: DeviceModel = (played, at) => {
  const { seed, told } = played
  const rain = rainOf(at)
  const opening = told.get('opening') ?? (Math.floor(at / dayMs + seed) % 3 === 0 ? 35 : 0)
  const upstream =
    132 +
    18 * drift(seed, at, 3 * dayMs) +
    (rain && at > rain.startsAt
      ? Math.min(rain.mm, 25) * Math.exp(-(at - rain.startsAt) / (20 * hourMs))
      : 0)
  const head = 46 - 34 * (opening / 100) + 4 * drift(seed + 1, at, 6 * hourMs)
  return {
    opening,
    limit: opening >= 100 ? 1 : opening === 0 ? 2 : 0,
    upstreamLevel: to(1, upstream),
    downstreamLevel: to(1, upstream - head),
    flow: to(1, opening * 9.4 * Math.sqrt(head / 46)),
    motorCurrent: 0,
    ...settingsOf(type, played),
    batteryVoltage: battery(played, at),
    signal: signal(played, at),
  }
}
