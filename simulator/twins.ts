import type { DeviceTypeName } from '#contract/devices/index.ts'
import { drift, rainOf, skyAt, sunHeight, type Place } from './sky.ts'

/** A device that is played: where it stands and which of its kind it is. */
export interface Played {
  place: Place
  seed: number
  layers: number
  /** What it was last told, by the channel that reports it; empty where it follows its own timetable. */
  told: Map<string, number>
}
/** What a device reports at a time (ms), over the period since its last report. */
export type Twin = (played: Played, at: number, periodMs: number) => Record<string, number>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const to = (decimals: number, value: number) => Number(value.toFixed(decimals))
/** Charged by the sun, drained by the night. */
const battery = ({ place, seed }: Played, at: number) => to(2, 12.3 + 0.9 * Math.max(0, sunHeight(place, at - hourMs)) + 0.2 * drift(seed + 50, at, 6 * hourMs))
const signal = ({ seed }: Played, at: number) => Math.round(-95 + 30 * drift(seed + 60, at, 2 * hourMs))

/** Water that rain has left in a layer: deep ones get it later and lose it more slowly. */
function soaked(at: number, layer: number): number {
  let water = 0
  for (let days = 0; days < 16; days++) {
    const rain = rainOf(at - days * dayMs)
    if (!rain) continue
    const sinceMs = at - rain.startsAt - layer * 5 * hourMs
    if (sinceMs > 0) water += (rain.mm * 0.42 * (1 - Math.exp(-sinceMs / (3 * hourMs))) * Math.exp(-sinceMs / ((2.5 + layer * 0.9) * dayMs))) / (1 + layer * 0.35)
  }
  return water
}
/** Half past five every other morning, for forty minutes. */
export const isIrrigating = ({ seed }: Played, at: number) => {
  const local = at + 8 * hourMs
  return Math.floor(local / dayMs + seed) % 2 === 0 && local % dayMs >= 5.5 * hourMs && local % dayMs < (5.5 + 2 / 3) * hourMs
}

/** One per device type: it does not compile when one is missing. */
export const twins = {
  gateway_weather: (played, at, periodMs) => {
    const sky = skyAt(played.place, at)
    return {
      airTemperature: to(1, sky.airTemperature), airHumidity: to(1, sky.airHumidity), windSpeed: to(1, sky.windSpeed), windDirection: sky.windDirection,
      rainfall: to(2, (sky.rainPerHour * periodMs) / hourMs), radiation: Math.round(sky.radiation), illuminance: Math.round(sky.radiation * 110), pressure: to(1, sky.pressure),
      batteryVoltage: battery(played, at),
    }
  },
  soil: (played, at) => {
    const values: Record<string, number> = { 'temperature.0': to(1, skyAt(played.place, at).airTemperature + 2 * Math.max(0, sunHeight(played.place, at))) }
    for (let layer = 1; layer <= played.layers; layer++) {
      // Each ten centimetres the day's warmth comes later and weaker.
      const air = skyAt(played.place, at - layer * 2.5 * hourMs).airTemperature
      const mean = skyAt(played.place, at - layer * 2.5 * hourMs - 12 * hourMs).airTemperature
      const share = Math.exp(-layer / 2.2)
      const humidity = Math.min(48, 17 + layer * 1.1 + 3 * drift(played.seed, at, 9 * dayMs) + soaked(at, layer))
      values[`temperature.${layer}`] = to(1, air * share + ((air + mean) / 2) * (1 - share))
      values[`humidity.${layer}`] = to(1, humidity)
      values[`conductivity.${layer}`] = to(4, 0.02 + humidity * 0.0022 + 0.01 * drift(played.seed + layer, at, 5 * dayMs))
    }
    return values
  },
  electric_valve: (played, at) => {
    const isOpen = (played.told.get('open') ?? Number(isIrrigating(played, at))) === 1
    return {
      open: Number(isOpen), opening: isOpen ? 100 : 0, flow: isOpen ? to(2, 11 + 2 * drift(played.seed, at, 240_000)) : 0, pressure: to(2, isOpen ? 2.4 + 0.3 * drift(played.seed + 1, at, 240_000) : 3.1),
      batteryVoltage: to(2, 3.4 + 0.25 * Math.max(0, sunHeight(played.place, at))), signal: signal(played, at),
    }
  },
  gateway: (played, at) => ({
    signal: signal(played, at), supplyVoltage: battery(played, at), boardTemperature: to(1, skyAt(played.place, at).airTemperature + 9), children: 4 + Math.round(2 * drift(played.seed, at, 5 * hourMs)),
    ...Object.fromEntries([1, 2, 3, 4].map((circuit) => [`relay.${circuit}`, played.told.get(`relay.${circuit}`) ?? 0])),
  }),
} satisfies Readonly<Record<DeviceTypeName, Twin>>
