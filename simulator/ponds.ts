import { clockHour, hourMs } from './models/simulated-device.ts'

/** The water has followed its pumps for the most part after this long. */
const lagMs = 15 * 60_000
/**
 * Hours of the day from which on so many pumps run: by night algae use what oxygen there is, at
 * noon one stirs.
 */
const timetable = [
  [0, 2],
  [7, 0],
  [12, 1],
  [14, 0],
  [22, 2],
] as const
const aerated = new Set<string>()
interface Pond {
  level: number
  pumps: number
  at: number
}
const ponds = new Map<string, Pond>()

const levelAt = ({ level, pumps, at }: Pond, now: number) =>
  pumps + (level - pumps) * Math.exp(-(now - at) / lagMs)
const stepOf = (at: number) => timetable.findLastIndex(([hour]) => clockHour(at) >= hour)

/** Pumps that run by the timetable. */
export const pumpsAt = (at: number): number => timetable[stepOf(at)]![1]
/** A plot's pond has an aerator. */
export const aerate = (plot: string): void => void aerated.add(plot)
/** The pumps of a plot's pond run so from now (ms) on. */
export function stir(plot: string, pumps: number, now: number): void {
  ponds.set(plot, { level: stirred(plot, now), pumps, at: now })
}
/** Pumps' worth of oxygen in a plot's pond: it follows them slowly. */
export function stirred(plot: string, at: number): number {
  if (!aerated.has(plot)) return 0
  const told = ponds.get(plot)
  if (told && at >= told.at) return levelAt(told, at)
  const step = stepOf(at)
  // At midnight nothing changes: the night's pumps have run since ten.
  const since =
    step === 0
      ? at - (clockHour(at) + 2) * hourMs
      : at - (clockHour(at) - timetable[step]![0]) * hourMs
  const before = timetable[step === 0 ? timetable.length - 2 : step - 1]![1]
  return levelAt({ level: before, pumps: timetable[step]![1], at: since }, at)
}
