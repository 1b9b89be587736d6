import { drift, sunHeight } from '../sky.ts'
import { isIrrigating, isOn, signal, to, type DeviceModel } from './simulated-device.ts'

export const electricValve: DeviceModel = (played, at) => {
  const isOpen = isOn(played, 'open', isIrrigating(played, at))
  const opening = played.told.get('opening') ?? (isOpen ? 100 : 0)
  return {
    open: Number(isOpen),
    opening,
    flow: isOpen ? to(2, (opening / 100) * (11 + 2 * drift(played.seed, at, 240_000))) : 0,
    pressure: to(2, isOpen ? 2.4 + 0.3 * drift(played.seed + 1, at, 240_000) : 3.1),
    batteryVoltage: to(2, 3.4 + 0.25 * Math.max(0, sunHeight(played.place, at))),
    signal: signal(played, at),
  }
}
