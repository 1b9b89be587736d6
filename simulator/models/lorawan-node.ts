import { drift } from '../sky.ts'
import {
  counted,
  dayMs,
  hourMs,
  isIrrigating,
  isOn,
  perCircuit,
  to,
  type DeviceModel,
} from './simulated-device.ts'

export const lorawanNode: DeviceModel = (played, at, periodMs) => {
  const { seed } = played
  const rssi = Math.round(-112 + 28 * drift(seed, at, 3 * hourMs))
  const battery = 96 - ((at / dayMs) % 180) / 4
  return {
    ...perCircuit('relay', 2, (circuit) =>
      Number(isOn(played, `relay.${circuit}`, circuit === 1 && isIrrigating(played, at))),
    ),
    pulses: isOn(played, 'relay.1', isIrrigating(played, at))
      ? counted(seed, at, periodMs, () => 720)
      : 0,
    battery: Math.round(battery),
    batteryVoltage: to(2, 3 + battery / 160),
    rssi,
    snr: to(1, (rssi + 118) / 3),
    spreadingFactor: rssi < -108 ? 11 : rssi < -98 ? 9 : 7,
  }
}
