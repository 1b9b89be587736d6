import { mixing, tank } from './mixing.ts'
import { perCircuit, to, type DeviceModel } from './simulated-device.ts'

export const injection: DeviceModel = (played, at, periodMs) => {
  const { runs, values } = mixing(played, at, periodMs)
  return {
    ...values,
    ...perCircuit('dosing', 5, (circuit) => (runs ? to(1, [120, 95, 60, 0, 18][circuit - 1]!) : 0)),
    ...perCircuit('tankLevel', 5, (circuit) => tank(played.seed + circuit, at)),
  }
}
