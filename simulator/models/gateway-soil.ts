import { drift, skyAt } from '../sky.ts'
import { battery, dayMs, hourMs, to, type DeviceModel } from './simulated-device.ts'
import { soaked } from './soil.ts'

export const gatewaySoil: DeviceModel = (played, at) => {
  const { seed, place } = played
  const humidity = Math.min(48, 19 + 3 * drift(seed, at, 9 * dayMs) + soaked(at, 2))
  return {
    humidity: to(1, humidity),
    temperature: to(1, skyAt(place, at - 5 * hourMs).airTemperature),
    conductivity: Math.round(180 + humidity * 21 + 60 * drift(seed + 1, at, 5 * dayMs)),
    ph: to(2, 6.2 + 0.5 * drift(seed + 2, at, 20 * dayMs)),
    nitrogen: Math.round(85 + 30 * drift(seed + 3, at, 15 * dayMs)),
    phosphorus: Math.round(32 + 12 * drift(seed + 4, at, 15 * dayMs)),
    potassium: Math.round(140 + 45 * drift(seed + 5, at, 15 * dayMs)),
    batteryVoltage: battery(played, at),
  }
}
