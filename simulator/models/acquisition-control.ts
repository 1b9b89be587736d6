import { drift, skyAt, sunHeight } from '../sky.ts'
import {
  between,
  clockHour,
  dayMs,
  hourMs,
  isOn,
  perCircuit,
  to,
  type DeviceModel,
} from './simulated-device.ts'

/**
 * A greenhouse: warmer than outside by day, and its fans (the first two relays) run above 30 °C.
 */
export const acquisitionControl: DeviceModel = (played, at) => {
  const { seed, place, told } = played
  const sky = skyAt(place, at)
  const light = Math.max(0, sunHeight(place, at))
  const hot = sky.airTemperature + 9 * light + 2
  const fans = isOn(played, 'relay.1', hot > 30)
  const hour = clockHour(at)
  return {
    airTemperature: to(1, fans ? hot - 3 : hot),
    airHumidity: to(1, between(35, sky.airHumidity + 6 - (fans ? 8 : 0), 99)),
    co2: Math.round(
      between(320, 640 - 300 * light + 80 * drift(seed, at, 5 * hourMs) - (fans ? 60 : 0), 1200),
    ),
    illuminance: Math.round(sky.radiation * 76),
    ...perCircuit(
      'relay',
      8,
      (circuit) =>
        told.get(`relay.${circuit}`) ??
        Number(circuit <= 2 ? fans : circuit === 3 && hour >= 18 && hour < 20),
    ),
    ...perCircuit(
      'blind',
      2,
      (circuit) =>
        told.get(`blind.${circuit}`) ??
        (hour >= 7 && hour < 7.05 ? 2 : hour >= 17.5 && hour < 17.55 ? 1 : 0),
    ),
    supplyVoltage: to(2, 24 + 0.3 * drift(seed + 1, at, dayMs)),
  }
}
