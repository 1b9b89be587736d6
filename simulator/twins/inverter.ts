import { drift, skyAt } from '../sky.ts'
import { dayMs, hourMs, isOn, isPumping, to, type Twin } from './played.ts'

const ratedHz = 50
const ratedKw = 7.5

/** A pump that holds its main at three bar: the faster it turns, the more it draws, by the cube. */
export const inverter: Twin = (played, at) => {
  const { seed, place, told } = played
  const runs = isOn(played, 'run', isPumping(at))
  const wanted = told.get('frequency') ?? 41 + 3 * drift(seed, at, 240_000)
  const frequency = runs ? wanted : 0
  const share = frequency / ratedHz
  const power = ratedKw * share ** 3
  return {
    state: runs ? 1 : 0, run: Number(runs), frequency: to(2, frequency), current: to(1, runs ? 4 + 11 * share ** 2 : 0), voltage: Math.round(380 * share), busVoltage: Math.round(538 + 6 * drift(seed + 1, at, hourMs)),
    power: to(2, power), pressure: to(2, runs ? 4.2 * share ** 2 : 0.6), moduleTemperature: to(1, skyAt(place, at).airTemperature + 6 + power * 3), runHours: to(1, 1260 + (((at / dayMs) % 3650) * 2) / 3), faultCode: 0,
  }
}
