import { drift, skyAt } from '../sky.ts'
import { clockHour, hourMs, isOn, isPumping, to, type DeviceModel } from './simulated-device.ts'

/** A pump house: control and lights all day, the pump while it irrigates. */
const loadKw = (seed: number, at: number) => {
  const hour = clockHour(at)
  const pumps = isPumping(at) ? 4.6 : 0
  return 0.35 + 0.15 * drift(seed, at, hourMs) + (hour >= 18 && hour < 23 ? 0.6 : 0) + pumps
}

export const networkPower: DeviceModel = (played, at) => {
  const { seed, place } = played
  const isClosed = isOn(played, 'on', true)
  const power = isClosed ? loadKw(seed, at) : 0
  const voltage = 388 - power * 1.1 + 4 * drift(seed + 1, at, 2 * hourMs)
  const powerFactor = power > 2 ? 0.86 : 0.94
  return {
    voltage: to(1, voltage),
    current: to(2, (power * 1000) / (Math.sqrt(3) * voltage * powerFactor)),
    power: to(3, power),
    powerFactor,
    // The meter has turned since it was put in; what one day uses is the same every day.
    energy: to(2, 8200 + ((at / hourMs) % 87_600) * 0.78),
    leakage: to(1, isClosed ? 3 + 4 * drift(seed + 2, at, 5 * hourMs) : 0),
    cabinetTemperature: to(1, skyAt(place, at).airTemperature + 4 + power * 2),
    on: Number(isClosed),
  }
}
