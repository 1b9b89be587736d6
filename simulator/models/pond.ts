import { drift, skyAt, sunHeight, type Place } from '../sky.ts'
import { between, hourMs } from './simulated-device.ts'

/**
 * Dissolved oxygen in mg/L: algae make it by day and use it by night, warm water holds less, and
 * pumps bring some in.
 */
export function oxygen(place: Place, seed: number, at: number, pumps: number): number {
  const light = Math.max(-0.3, sunHeight(place, at - 2.5 * hourMs))
  return between(
    1.5,
    7.6 +
      2.6 * light -
      0.09 * (skyAt(place, at).airTemperature - 20) -
      0.8 * drift(seed + 70, at, 9 * hourMs) +
      0.45 * pumps,
    14,
  )
}
