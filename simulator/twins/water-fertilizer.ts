import { mixing, tank } from './mixing.ts'
import { isOn, perCircuit, type Twin } from './played.ts'

export const waterFertilizer: Twin = (played, at, periodMs) => {
  const { runs, values } = mixing(played, at, periodMs)
  return {
    ...values,
    ...perCircuit('channel', 3, (circuit) =>
      Number(isOn(played, `channel.${circuit}`, runs && circuit <= 2)),
    ),
    tankLevel: tank(played.seed, at),
  }
}
