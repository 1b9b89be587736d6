import type { CommandState } from '#contract/command/command.ts'

/**
 * Pause between two directions of one motor, counted from the report that it stands still
 * (docs/specification.md 7.1).
 */
export const deadTimeMs = 2000

/** A command that has not ended, with what is known of it now; times in ms. */
export interface Open {
  state: CommandState
  expiresAt: number
  /** Earliest time it may go out. */
  notBefore: number | null
  /** A report since it went out that says what was wanted. */
  match: { value: number } | null
  /**
   * It went to a LoRaWAN network server, which passes it on when the node speaks next, and has not
   * said what became of it.
   */
  isAtNetwork?: boolean
  /** The stop that comes first. */
  stop: { state: CommandState; endedAt: number | null } | null
}
export interface Change {
  state: CommandState
  reported?: number
  reason?: string
  notBefore?: number
  /** Of what is sent: whether its way tells when the device has it. */
  isAcknowledged?: boolean
  /** Of what is delivered: when the device said so, in ms of this process's clock. */
  heardAt?: number
}
export const isOpen = (state: CommandState) =>
  state === 'waiting' || state === 'created' || state === 'sent' || state === 'delivered'

/**
 * What becomes of a command at `now`; null: it stays as it is. `canSend`: its device listens on
 * this process. A report
 * counts before the clock does: what was done in time is not called late because we looked late.
 */
export function next(
  { state, expiresAt, notBefore, match, isAtNetwork, stop }: Open,
  now: number,
  canSend: boolean,
): Change | null {
  if (!isOpen(state)) return null
  if ((state === 'sent' || state === 'delivered') && match)
    return { state: 'confirmed', reported: match.value }
  // Nothing is called expired that may still be carried out.
  if (now >= expiresAt && state === 'sent' && isAtNetwork)
    return { state: 'timedOut', reason: 'atNetwork' }
  if (now >= expiresAt) return { state: state === 'delivered' ? 'timedOut' : 'expired' }
  if (state === 'waiting') {
    if (stop?.state === 'confirmed')
      return { state: 'created', notBefore: (stop.endedAt ?? now) + deadTimeMs }
    return stop && isOpen(stop.state) ? null : { state: 'cancelled', reason: 'stopFailed' }
  }
  if (state === 'created' && canSend && now >= (notBefore ?? 0)) return { state: 'sent' }
  return null
}
