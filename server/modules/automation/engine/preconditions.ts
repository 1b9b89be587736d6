import { meets } from '#contract/automation/comparison.ts'
import type { Seen, Standing, RunReason } from '#contract/automation/control-run.ts'

/** A value as it was last reported, at a time in ms. */
interface CurrentValue {
  value: number
  at: number
  /** Older than this it says nothing of now, in ms. */ freshMs: number
}

/** Whether a limit is met now; a value that is too old, or missing, meets none. */
export function standingOf(
  comparison: Parameters<typeof meets>[0],
  present: CurrentValue | null,
  now: number,
): Standing {
  if (!present) return 'unknown'
  if (now - present.at > present.freshMs) return 'stale'
  return meets(comparison, present.value) ? 'holds' : 'fails'
}

/** All of a group, and any one group; no conditions at all hold. */
export function holds(seen: readonly Pick<Seen, 'group' | 'standing'>[]): boolean {
  const groups = [...new Set(seen.map(({ group }) => group))]
  return (
    groups.length === 0 ||
    groups.some((group) => seen.every((one) => one.group !== group || one.standing === 'holds'))
  )
}

/** What is known of a rule when something sets it off. Times in ms. */
export interface Standings {
  isByHand: boolean
  isPaused: boolean
  isActive: boolean
  isQuiet: boolean
  isRunning: boolean
  /** When it last began, and how long it rests after that. */
  lastAt: number | null
  pauseMs: number
  /** Runs of the last minutes that values set off. */
  recent: number
  isOfDevice: boolean
  holds: boolean
}
/** So many runs that values set off within so many minutes are a circle. */
export const loopRuns = 6
export const loopMinutes = 10

/**
 * Why it does not run now; null when it does. A person is held back by nothing but a run that is
 * under way and conditions.
 */
export function reasonAgainst(of: Standings, now: number): RunReason | null {
  if (of.isRunning) return 'running'
  if (!of.isByHand) {
    if (of.isPaused) return 'paused'
    if (!of.isActive) return 'inactive'
    if (of.isQuiet) return 'quiet'
    if (of.lastAt !== null && now - of.lastAt < of.pauseMs) return 'tooSoon'
  }
  if (!of.holds) return 'conditions'
  return of.isOfDevice && of.recent >= loopRuns ? 'loop' : null
}
