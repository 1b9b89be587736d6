import { drift } from '../sky.ts'
import { hourMs } from './simulated-device.ts'

/** What flies in an hour: warm nights bring more. */
export const flying = (temperature: number) => Math.max(0, (temperature - 12) * 1.6)
/** Signal quality as modems give it, 0 to 31. */
export const csq = (seed: number, at: number) =>
  Math.round(17 + 9 * drift(seed + 60, at, 2 * hourMs))
