import { inverter as type } from '#contract/devices/inverter.ts'
import { drift, skyAt } from '../sky.ts'
import {
  between,
  dayMs,
  hourMs,
  isPumping,
  settingsOf,
  to,
  type DeviceModel,
} from './simulated-device.ts'

const ratedHz = 50
const ratedKw = 7.5

/** Pressure at the rated speed, which goes by the square. */
const ratedBar = 4.2

/**
 * A pump that holds the pressure it is told within its limits of speed: the faster it turns, the
 * more it draws, by the cube.
 */
export const inverter: DeviceModel = (played, at) => {
  const { seed, place, told } = played
  const settings = settingsOf(type, played)
  const run = told.get('run') ?? Number(isPumping(at))
  const runs = run !== 0
  const holding =
    ratedHz * Math.sqrt(settings.targetPressure! / ratedBar) + drift(seed, at, 240_000) - 0.5
  const wanted = between(
    settings.minFrequency!,
    told.get('setFrequency') ?? holding,
    settings.maxFrequency!,
  )
  const frequency = runs ? wanted : 0
  const share = frequency / ratedHz
  const power = ratedKw * share ** 3
  return {
    ...settings,
    state: run,
    run,
    setFrequency: to(2, wanted),
    frequency: to(2, frequency),
    current: to(1, runs ? 4 + 11 * share ** 2 : 0),
    voltage: Math.round(380 * share),
    busVoltage: Math.round(538 + 6 * drift(seed + 1, at, hourMs)),
    power: to(2, power),
    pressure: to(2, runs ? ratedBar * share ** 2 : 0.6),
    moduleTemperature: to(1, skyAt(place, at).airTemperature + 6 + power * 3),
    runHours: to(1, 1260 + (((at / dayMs) % 3650) * 2) / 3),
    faultCode: 0,
  }
}
