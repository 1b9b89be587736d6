import { aeratorIi as type } from '#contract/devices/aerator-ii.ts'
import { drift, skyAt } from '../sky.ts'
import { clockHour, hourMs, isOn, perCircuit, settingsOf, signal, to, type Twin } from './played.ts'
import { oxygen } from './pond.ts'

const pumps = 3

/** By itself one pump runs while the water lacks oxygen and a second below the lower threshold; at noon one stirs the water. */
export const aeratorIi: Twin = (played, at) => {
  const { seed, place } = played
  const hour = clockHour(at)
  const { startOxygen = 0, stopOxygen = 0 } = settingsOf(type, played)
  const still = oxygen(place, seed, at, 0)
  const runs = (pump: number) => isOn(played, `pump.${pump}`, (pump === 1 && (still < stopOxygen || (hour >= 12 && hour < 14))) || (pump === 2 && still < startOxygen))
  const running = Array.from({ length: pumps }, (_, i) => i + 1).filter(runs).length
  const voltage = 383 - running * 1.2 + 4 * drift(seed, at, hourMs)
  return {
    ...settingsOf(type, played),
    ...perCircuit('pump', pumps, (pump) => Number(runs(pump))),
    ...perCircuit('pumpOnline', pumps, () => 1),
    ...perCircuit('pumpFault', pumps, () => 0),
    ...perCircuit('pumpCurrent', pumps, (pump) => (runs(pump) ? to(1, 3.1 + 0.3 * drift(seed + pump, at, 600_000)) : 0)),
    dissolvedOxygen: to(2, oxygen(place, seed, at, running)), waterTemperature: to(1, skyAt(place, at - 4 * hourMs).airTemperature + 1.5), supplyVoltage: Math.round(voltage), signal: signal(played, at),
  }
}
