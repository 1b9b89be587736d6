import { mixing, tank } from './mixing.ts'
import { isOn, perCircuit, type DeviceModel } from './simulated-device.ts'

export const waterFertilizer: DeviceModel = (played, at, periodMs) => {
  const { runs, values } = mixing(played, at, periodMs)
  return {
    ...values,
    ...perCircuit('channel', 3, (circuit) =>
      Number(isOn(played, `channel.${circuit}`, runs && circuit <= 2)),
    ),
    tankLevel: tank(played.seed, at),
  }
}
