import { drift, skyAt } from '../sky.ts'
import { csq, flying } from './night.ts'
import {
  battery,
  clockHour,
  counted,
  hourMs,
  isOn,
  to,
  type DeviceModel,
} from './simulated-device.ts'

/** Works from dusk on; its chamber heats to kill what has fallen in. */
export const forecastLamp: DeviceModel = (played, at, periodMs) => {
  const { seed, place } = played
  const sky = skyAt(place, at)
  const hour = clockHour(at)
  const isRaining = sky.rainPerHour > 0
  const works = isOn(played, 'lamp', !isRaining && (hour >= 19 || hour < 1))
  return {
    state: works ? 1 : 0,
    lamp: Number(works),
    insects: works ? counted(seed, at, periodMs, () => flying(sky.airTemperature)) : 0,
    chamberTemperature: to(
      1,
      works && at % hourMs < 900_000
        ? 85 + 10 * drift(seed + 1, at, 300_000)
        : sky.airTemperature + 1,
    ),
    airTemperature: to(1, sky.airTemperature),
    airHumidity: to(1, sky.airHumidity),
    illuminance: Math.round(sky.radiation * 110),
    rainProtection: Number(isRaining),
    panelVoltage: to(2, Math.min(19, sky.radiation / 30)),
    batteryVoltage: battery(played, at),
    signal: csq(seed, at),
  }
}
