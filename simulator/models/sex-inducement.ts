import { sexInducement as type } from '#contract/devices/sex-inducement.ts'
import { skyAt } from '../sky.ts'
import { csq, flying } from './night.ts'
import {
  battery,
  clockHour,
  counted,
  isOn,
  settingsOf,
  to,
  type DeviceModel,
} from './simulated-device.ts'

export const sexInducement: DeviceModel = (played, at, periodMs) => {
  const { seed, place } = played
  const sky = skyAt(place, at)
  const hour = clockHour(at)
  const isSet = isOn(played, 'on', true)
  const works = isSet && (hour >= 18 || hour < 6)
  return {
    ...settingsOf(type, played),
    state: works ? 1 : sky.radiation > 60 ? 2 : 0,
    on: Number(isSet),
    trapped: works ? counted(seed, at, periodMs, () => flying(sky.airTemperature) / 6) : 0,
    airTemperature: to(1, sky.airTemperature),
    airHumidity: to(1, sky.airHumidity),
    illuminance: Math.round(sky.radiation * 110),
    windSpeed: to(1, sky.windSpeed),
    panelVoltage: to(2, Math.min(19, sky.radiation / 30)),
    batteryVoltage: battery(played, at),
    signal: csq(seed, at),
  }
}
