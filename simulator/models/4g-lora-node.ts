import { drift } from '../sky.ts'
import {
  battery,
  isIrrigating,
  isOn,
  perCircuit,
  signal,
  to,
  type DeviceModel,
} from './simulated-device.ts'

export const lora4gNode: DeviceModel = (played, at) => {
  const runs = (circuit: number) =>
    isOn(played, `relay.${circuit}`, circuit === 1 && isIrrigating(played, at))
  const open = [1, 2, 3, 4].filter(runs).length
  return {
    ...perCircuit('relay', 4, (circuit) => Number(runs(circuit))),
    pressure: to(2, Math.max(0.8, 3.2 - 0.35 * open + 0.2 * drift(played.seed, at, 300_000))),
    flow: open ? to(2, open * (8.5 + drift(played.seed + 1, at, 300_000))) : 0,
    batteryVoltage: battery(played, at),
    signal: signal(played, at),
  }
}
