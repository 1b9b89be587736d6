import type { DeviceType } from '#contract/devices/device-type.ts'
import { drift, sunHeight, type Place } from '../sky.ts'

/** A device that is played: where it stands and which of its kind it is. */
export interface Played {
  place: Place
  /** Devices of one plot stand on one ground: what a valve lets out the probes beside it feel. */
  plot: string
  seed: number
  layers: number
  /** What it was last told, by the channel that reports it; empty where it follows its own timetable. */
  told: Map<string, number>
}
/** What a device reports at a time (ms), over the period since its last report. */
export type Twin = (played: Played, at: number, periodMs: number) => Record<string, number>

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const to = (decimals: number, value: number) => Number(value.toFixed(decimals))
export const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))
/** Charged by the sun, drained by the night. */
export const battery = ({ place, seed }: Played, at: number) => to(2, 12.3 + 0.9 * Math.max(0, sunHeight(place, at - hourMs)) + 0.2 * drift(seed + 50, at, 6 * hourMs))
export const signal = ({ seed }: Played, at: number) => Math.round(-95 + 30 * drift(seed + 60, at, 2 * hourMs))

/** Hour of the day in China, 0 to 24. */
export const clockHour = (at: number) => ((at + 8 * hourMs) % dayMs) / hourMs
/** Half past five every other morning, for forty minutes. */
export const isIrrigating = ({ seed }: Pick<Played, 'seed'>, at: number) => {
  const hour = clockHour(at)
  return Math.floor((at + 8 * hourMs) / dayMs + seed) % 2 === 0 && hour >= 5.5 && hour < 5.5 + 2 / 3
}
/** Whether a switch is on: as it was told, and by its own timetable until then. */
export const isOn = ({ told }: Played, channel: string, ownWay: boolean) => (told.get(channel) ?? Number(ownWay)) === 1
/** What it holds of each of its settings: as it was told, and as it came until then. */
export const settingsOf = (type: DeviceType, { told }: Pick<Played, 'told'>): Record<string, number> =>
  Object.fromEntries(Object.entries(type.settings ?? {}).map(([name, { preset }]) => [name, told.get(name) ?? preset]))
/** Circuits as their channels: `relay.1`, `relay.2`, … */
export const perCircuit = (name: string, count: number, value: (circuit: number) => number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}.${i + 1}`, value(i + 1)]))
/** Whole things that came in a period, at `perHour`; over a day as many as that says, whatever the period. */
export function counted(seed: number, at: number, periodMs: number, perHour: (at: number) => number): number {
  const until = (moment: number) => Math.floor(((moment % dayMs) / hourMs) * perHour(at) + drift(seed, moment, 40 * 60_000))
  return Math.max(0, at % dayMs < periodMs ? until(at) : until(at) - until(at - periodMs))
}
