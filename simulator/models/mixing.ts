import { drift } from '../sky.ts'
import { hourMs, isIrrigating, isOn, to, type SimulatedDevice } from './simulated-device.ts'

/**
 * What both fertigation machines have in common: they run with the irrigation and hold EC and pH.
 */
export function mixing(played: SimulatedDevice, at: number, periodMs: number) {
  const { seed } = played
  const runs = isOn(played, 'running', isIrrigating(played, at))
  const flow = runs ? 18 + 3 * drift(seed, at, 240_000) : 0
  return {
    runs,
    values: {
      running: Number(runs),
      flow: to(2, flow),
      pressure: to(2, runs ? 2.8 + 0.2 * drift(seed + 1, at, 240_000) : 0.4),
      ec: to(2, runs ? 1.9 + 0.3 * drift(seed + 2, at, 300_000) : 0.45),
      ph: to(2, runs ? 5.9 + 0.3 * drift(seed + 3, at, 300_000) : 7.1),
      irrigated: to(3, (flow * periodMs) / hourMs),
    },
  }
}
/** Emptied over four days and filled again. */
export const tank = (seed: number, at: number) =>
  Math.round(95 - 80 * (((at / hourMs + seed * 7) % 96) / 96))
