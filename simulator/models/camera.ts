import { drift, skyAt, sunHeight } from '../sky.ts'
import { battery, dayMs, hourMs, isOn, signal, to, type DeviceModel } from './simulated-device.ts'

/** Days until its card is full and the oldest is overwritten. */
const fullAfterDays = 21
/** The card is never empty again: it goes from so much to this. */
const [leastUsed, mostUsed] = [62, 96]

/** Films day and night, and lights up after dusk while the first people are about. */
export const camera: DeviceModel = (played, at) => {
  const { seed, place } = played
  const isDusk = sunHeight(place, at) < 0 && sunHeight(place, at - 3 * hourMs) > 0
  const light = isOn(played, 'light', isDusk)
  return {
    recording: 1,
    storageFault: 0,
    light: Number(light),
    storageUsed: Math.round(
      leastUsed + ((mostUsed - leastUsed) * ((at / dayMs + seed) % fullAfterDays)) / fullAfterDays,
    ),
    boardTemperature: to(
      1,
      skyAt(place, at).airTemperature + 11 + (light ? 4 : 0) + drift(seed + 2, at, hourMs),
    ),
    supplyVoltage: battery(played, at),
    signal: signal(played, at),
  }
}
