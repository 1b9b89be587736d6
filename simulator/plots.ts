/** Millimetres that an open valve brings in an hour: the demo shows within minutes what takes hours. */
const mmPerHour = 40
const hourMs = 3_600_000
/** Half of it has drained after this long. */
const halfMs = 36 * hourMs

/** Water that was brought to a plot by its valve. */
interface Ground { water: number; opening: number; at: number }
const grounds = new Map<string, Ground>()

/** Drained by the day, filled while the valve is open. */
const waterAt = ({ water, opening, at }: Ground, now: number) => {
  const span = Math.max(0, now - at)
  return water * 0.5 ** (span / halfMs) + opening * mmPerHour * (span / hourMs)
}

/** The plot's valve stands so from now (ms) on. `opening`: 0 to 1. */
export function soak(plot: string, opening: number, now: number): void {
  const ground = grounds.get(plot)
  grounds.set(plot, { water: ground ? waterAt(ground, now) : 0, opening, at: now })
}
/** Volume percent that irrigation has added to a layer at a time: deep ones get less. Nothing before there was any. */
export function irrigated(plot: string, layer: number, at: number): number {
  const ground = grounds.get(plot)
  return !ground || at < ground.at ? 0 : (waterAt(ground, at) * 0.8) / (1 + layer * 0.5)
}
