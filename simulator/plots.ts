import { dayMs, hourMs, wateringHours, wateringStart } from './models/simulated-device.ts'

/**
 * Millimetres that a valve opened by hand brings in an hour: the demo shows within minutes what
 * takes hours.
 */
const mmPerHour = 40
const timetableMmPerHour = 13
/** Half of it has drained after this long. */
const halfMs = 36 * hourMs
const rememberedDays = 6

/**
 * Water that was brought to a plot by its valve; `since`: from when on it stands as it was told and
 * not by its timetable.
 */
interface Ground {
  water: number
  opening: number
  at: number
  since: number
}
const grounds = new Map<string, Ground>()

/** Drained by the day, filled while the valve is open. */
const waterAt = ({ water, opening, at }: Ground, now: number) => {
  const span = Math.max(0, now - at)
  return water * 0.5 ** (span / halfMs) + opening * mmPerHour * (span / hourMs)
}
/** What the timetable's mornings before `until` have left in the ground. */
function timetabled(plot: string, at: number, until: number): number {
  let water = 0
  for (let days = 0; days < rememberedDays; days++) {
    const start = wateringStart(at - days * dayMs)
    const hours = Math.min(
      wateringHours(plot, start),
      Math.max(0, Math.min(at, until) - start) / hourMs,
    )
    if (hours > 0)
      water +=
        hours * timetableMmPerHour * 0.5 ** (Math.max(0, at - start - hours * hourMs) / halfMs)
  }
  return water
}

/** The plot's valve stands so from now (ms) on. `opening`: 0 to 1. */
export function soak(plot: string, opening: number, now: number): void {
  const ground = grounds.get(plot)
  grounds.set(plot, {
    water: ground ? waterAt(ground, now) : 0,
    opening,
    at: now,
    since: ground?.since ?? now,
  })
}
/** Volume percent that irrigation has added to a layer at a time: deep ones get less. */
export function irrigated(plot: string, layer: number, at: number): number {
  const ground = grounds.get(plot)
  const told = !ground || at < ground.at ? 0 : waterAt(ground, at)
  return ((told + timetabled(plot, at, ground?.since ?? at)) * 0.8) / (1 + layer * 0.5)
}
