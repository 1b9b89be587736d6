import { skyAt } from '../sky.ts'
import { battery, hourMs, to, type DeviceModel } from './simulated-device.ts'

export const gatewayWeather: DeviceModel = (played, at, periodMs) => {
  const sky = skyAt(played.place, at)
  return {
    airTemperature: to(1, sky.airTemperature),
    airHumidity: to(1, sky.airHumidity),
    windSpeed: to(1, sky.windSpeed),
    windDirection: sky.windDirection,
    rainfall: to(2, (sky.rainPerHour * periodMs) / hourMs),
    radiation: Math.round(sky.radiation),
    illuminance: Math.round(sky.radiation * 110),
    pressure: to(1, sky.pressure),
    batteryVoltage: battery(played, at),
  }
}
