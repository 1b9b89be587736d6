import { aeratorIi as type } from '#contract/devices/aerator-ii.ts'
import { drift, skyAt } from '../sky.ts'
import { pumpsAt, stirred } from '../ponds.ts'
import {
  hourMs,
  isOn,
  perCircuit,
  settingsOf,
  signal,
  to,
  type SimulatedDevice,
  type DeviceModel,
} from './simulated-device.ts'
import { oxygen } from './pond.ts'

const pumps = 3

const runs = (played: SimulatedDevice, pump: number, at: number) =>
  isOn(played, `pump.${pump}`, pump <= pumpsAt(at))
/** How many of an aerator's pumps run. */
export const running = (played: SimulatedDevice, at: number) =>
  Array.from({ length: pumps }, (_, i) => i + 1).filter((pump) => runs(played, pump, at)).length

export const aeratorIi: DeviceModel = (played, at) => {
  const { seed, place, plot } = played
  const voltage = 383 - running(played, at) * 1.2 + 4 * drift(seed, at, hourMs)
  return {
    ...settingsOf(type, played),
    ...perCircuit('pump', pumps, (pump) => Number(runs(played, pump, at))),
    ...perCircuit('pumpOnline', pumps, () => 1),
    ...perCircuit('pumpFault', pumps, () => 0),
    ...perCircuit('pumpCurrent', pumps, (pump) =>
      runs(played, pump, at) ? to(1, 3.1 + 0.3 * drift(seed + pump, at, 600_000)) : 0,
    ),
    dissolvedOxygen: to(2, oxygen(place, seed, at, stirred(plot, at))),
    waterTemperature: to(1, skyAt(place, at - 4 * hourMs).airTemperature + 1.5),
    supplyVoltage: Math.round(voltage),
    signal: signal(played, at),
  }
}
