import { meets, type Comparison } from '#contract/automation/comparison.ts'

/**
 * A limit that is met: since when, up to which value, and whether that has set the rule off. Times
 * in ms; null: it is not met.
 */
export interface EdgeTrigger {
  hasFired: boolean
  since: number
  lastAt: number
  value: number
}
export interface Held {
  comparison: Comparison
  holdMs: number
  /** A value stands for the present this long. */ gapMs: number
}

/**
 * What time alone brings about: it is met long enough, by a value that is not too old to speak for
 * the present.
 */
export function passes(
  { holdMs, gapMs }: Pick<Held, 'holdMs' | 'gapMs'>,
  edge: EdgeTrigger | null,
  now: number,
): boolean {
  return (
    edge !== null &&
    !edge.hasFired &&
    edge.since + holdMs <= now &&
    edge.since + holdMs <= edge.lastAt + gapMs
  )
}

/**
 * What one more value brings about. It fires once, when the limit comes to be met, and again only
 * after it was not.
 */
export function next(
  held: Held,
  before: EdgeTrigger | null,
  { at, value }: { at: number; value: number },
): { edge: EdgeTrigger | null; fires: boolean } {
  if (before && at <= before.lastAt) return { edge: before, fires: false }
  if (!meets(held.comparison, value)) return { edge: null, fires: passes(held, before, at - 1) }
  // After too long a silence nobody knows that it was met throughout.
  const isFresh = before !== null && (before.hasFired || at - before.lastAt <= held.gapMs)
  const edge: EdgeTrigger = {
    hasFired: isFresh && before.hasFired,
    since: isFresh ? before.since : at,
    lastAt: at,
    value,
  }
  const fires = !edge.hasFired && at - edge.since >= held.holdMs
  return { edge: { ...edge, hasFired: edge.hasFired || fires }, fires }
}
