import type { DeviceType } from '#contract/devices/device-type.ts'
import { drift, isDrought, rainOf, sunHeight, type Place } from '../sky.ts'

/** A device that is played: where it stands and which of its kind it is. */
export interface SimulatedDevice {
  place: Place
  /** Devices of one plot stand on one ground: what a valve lets out the probes beside it feel. */
  plot: string
  seed: number
  layers: number
  /**
   * What it was last told, by the channel that reports it; empty where it follows its own
   * timetable.
   */
  told: Map<string, number>
}
/** What a device reports at a time (ms), over the period since its last report. */
export type DeviceModel = (
  played: SimulatedDevice,
  at: number,
  periodMs: number,
) => Record<string, number>

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const to = (decimals: number, value: number) => Number(value.toFixed(decimals))
export const between = (least: number, value: number, most: number) =>
  Math.min(most, Math.max(least, value))
/** Charged by the sun, drained by the night. */
export const battery = ({ place, seed }: SimulatedDevice, at: number) =>
  to(
    2,
    12.3 +
      0.9 * Math.max(0, sunHeight(place, at - hourMs)) +
      0.2 * drift(seed + 50, at, 6 * hourMs),
  )
export const signal = ({ seed }: SimulatedDevice, at: number) =>
  Math.round(-95 + 30 * drift(seed + 60, at, 2 * hourMs))

/** Hour of the day in China, 0 to 24. */
export const clockHour = (at: number) => ((at + 8 * hourMs) % dayMs) / hourMs
const startsAt = 5.5
const wetMm = 4
/**
 * Millimetres of rain after which a day goes without watering, fallen that morning or the day
 * before.
 */
const isWet = (at: number) =>
  [at, at - dayMs].some((day) => {
    const rain = rainOf(day)
    return rain !== null && rain.mm >= wetMm && rain.startsAt < at
  })
/**
 * Hours that the timetable waters a plot on the day (in China) of `at`; 0 on the days between, and
 * after rain.
 */
export function wateringHours(plot: string, at: number): number {
  const day = Math.floor((at + 8 * hourMs) / dayMs)
  const turn = [...plot].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return (day + turn) % 2 === 0 && !isWet(day * dayMs - 8 * hourMs + startsAt * hourMs)
    ? lastsHours(at)
    : 0
}
const lastsHours = (at: number) => (isDrought(at) ? 4 / 3 : 2 / 3)
const isWithin = (at: number, hours: number) =>
  clockHour(at) >= startsAt && clockHour(at) < startsAt + hours
/** Half past five every other morning, for forty minutes, and for eighty in a drought. */
export const isIrrigating = ({ plot }: Pick<SimulatedDevice, 'plot'>, at: number) =>
  isWithin(at, 4 / 3) && isWithin(at, wateringHours(plot, at))
/** Whether any plot is being watered: each morning it is the turn of some. */
export const isPumping = (at: number) =>
  isWithin(at, lastsHours(at)) && !isWet(at - (clockHour(at) - startsAt) * hourMs)
/** When the watering of the day (in China) of `at` begins. */
export const wateringStart = (at: number) => at - (clockHour(at) - startsAt) * hourMs
/** Whether a switch is on: as it was told, and by its own timetable until then. */
export const isOn = ({ told }: SimulatedDevice, channel: string, ownWay: boolean) =>
  (told.get(channel) ?? Number(ownWay)) === 1
/** What it holds of each of its settings: as it was told, and as it came until then. */
export const settingsOf = (
  type: DeviceType,
  { told }: Pick<SimulatedDevice, 'told'>,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(type.settings ?? {}).map(([name, { preset }]) => [
      name,
      told.get(name) ?? preset,
    ]),
  )
/** Circuits as their channels: `relay.1`, `relay.2`, … */
export const perCircuit = (
  name: string,
  count: number,
  value: (circuit: number) => number,
  isThere: (circuit: number) => boolean = () => true,
): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => i + 1)
      .filter(isThere)
      .map((circuit) => [`${name}.${circuit}`, value(circuit)]),
  )
/**
 * Whole things that came in a period, at `perHour`; over a day as many as that says, whatever the
 * period.
 */
export function counted(
  seed: number,
  at: number,
  periodMs: number,
  perHour: (at: number) => number,
): number {
  const until = (moment: number) =>
    Math.floor(((moment % dayMs) / hourMs) * perHour(at) + drift(seed, moment, 40 * 60_000))
  return Math.max(0, at % dayMs < periodMs ? until(at) : until(at) - until(at - periodMs))
}
