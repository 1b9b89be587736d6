import { drift, rainOf, skyAt } from '../sky.ts'
import { battery, dayMs, hourMs, to, type DeviceModel } from './simulated-device.ts'
import { stirred } from '../ponds.ts'
import { oxygen } from './pond.ts'

export const gatewayWater: DeviceModel = (played, at) => {
  const { seed, place, plot } = played
  const rain = rainOf(at)
  const isMuddy = rain !== null && at > rain.startsAt && at < rain.startsAt + 12 * hourMs
  return {
    waterTemperature: to(1, skyAt(place, at - 4 * hourMs).airTemperature + 1.5),
    dissolvedOxygen: to(2, oxygen(place, seed, at, stirred(plot, at))),
    ph: to(2, 7.2 + 0.6 * drift(seed + 1, at, 20 * hourMs)),
    conductivity: Math.round(420 + 90 * drift(seed + 2, at, 6 * dayMs)),
    turbidity: to(1, (isMuddy ? 46 : 12) + 14 * drift(seed + 3, at, 8 * hourMs)),
    ammonia: to(2, 0.25 + 0.5 * drift(seed + 4, at, 2 * dayMs)),
    cod: to(1, 14 + 9 * drift(seed + 5, at, 4 * dayMs)),
    waterLevel: to(2, 2.1 + 0.4 * drift(seed + 6, at, 10 * dayMs)),
    batteryVoltage: battery(played, at),
  }
}
