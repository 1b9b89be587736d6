import { drift, skyAt } from '../sky.ts'
import { battery, clockHour, counted, hourMs, isOn, to, type Twin } from './played.ts'

/** Warm nights bring more. */
const flying = (temperature: number) => Math.max(0, (temperature - 12) * 1.6)
const csq = (seed: number, at: number) => Math.round(17 + 9 * drift(seed + 60, at, 2 * hourMs))

/** Works from dusk on; its chamber heats to kill what has fallen in. */
export const insectSituationLamp: Twin = (played, at, periodMs) => {
  const { seed, place } = played
  const sky = skyAt(place, at)
  const hour = clockHour(at)
  const isRaining = sky.rainPerHour > 0
  const works = isOn(played, 'lamp', !isRaining && (hour >= 19 || hour < 1))
  return {
    state: works ? 1 : 0, lamp: Number(works), insects: works ? counted(seed, at, periodMs, () => flying(sky.airTemperature)) : 0,
    chamberTemperature: to(1, works && at % hourMs < 900_000 ? 85 + 10 * drift(seed + 1, at, 300_000) : sky.airTemperature + 1), airTemperature: to(1, sky.airTemperature), airHumidity: to(1, sky.airHumidity),
    illuminance: Math.round(sky.radiation * 110), rainProtection: Number(isRaining), signal: csq(seed, at),
  }
}
export const sexInducement: Twin = (played, at, periodMs) => {
  const { seed, place } = played
  const sky = skyAt(place, at)
  const hour = clockHour(at)
  const isSet = isOn(played, 'on', true)
  const works = isSet && (hour >= 18 || hour < 6)
  return {
    state: works ? 1 : sky.radiation > 60 ? 2 : 0, on: Number(isSet), trapped: works ? counted(seed, at, periodMs, () => flying(sky.airTemperature) / 6) : 0, airTemperature: to(1, sky.airTemperature), airHumidity: to(1, sky.airHumidity),
    windSpeed: to(1, sky.windSpeed), panelVoltage: to(2, Math.min(19, sky.radiation / 30)), batteryVoltage: battery(played, at), signal: csq(seed, at),
  }
}
