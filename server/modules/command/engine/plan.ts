import type { Actuator } from '#contract/devices/device-type.ts'
import type { CommandState } from '#contract/command/command.ts'
import { deadTimeMs, isOpen } from './machine.ts'

export interface Earlier {
  id: number
  state: CommandState
  wanted: number
  sentAt: number | null
  endedAt: number | null
}
/** What is known of an actuator when somebody orders something of it; times in ms. */
export interface Standing {
  kind: Actuator['kind']
  /** Its last report. */
  reported: { value: number; at: number } | null
  /** Commands to it that have not ended, at most one that waits and one other. */
  open: readonly Earlier[]
  /** The newest command that went out to it. */
  last: Earlier | null
}
/** How an order is carried out. */
export type Plan =
  | { isAlreadyOnItsWay: true }
  | {
      supersedes: number[]
      /** A stop first: a new one, or the one that is on its way. */ stop: 'new' | number | null
      notBefore: number | null
    }

const supersede = (list: readonly Earlier[]) => list.map(({ id }) => id)

/**
 * Opposite directions need a stop between them and a pause after it; everything else goes out at
 * once and replaces what is open.
 */
export function plan({ kind, reported, open, last }: Standing, wanted: number, now: number): Plan {
  const waiting = open.find(({ state }) => state === 'waiting')
  const pending = open.find(({ state }) => state !== 'waiting')
  const isAlreadyOnItsWay = waiting ? waiting.wanted === wanted : pending?.wanted === wanted
  if (isAlreadyOnItsWay) return { isAlreadyOnItsWay }
  if (kind !== 'direction' || wanted === 0) {
    // What only waited is dropped; the stop before it is what is wanted now.
    if (pending && pending.wanted === wanted)
      return { supersedes: supersede(waiting ? [waiting] : []), stop: pending.id, notBefore: null }
    return { supersedes: supersede(open), stop: null, notBefore: null }
  }
  if (pending?.wanted === 0)
    return { supersedes: supersede(waiting ? [waiting] : []), stop: pending.id, notBefore: null }
  const supersedes = supersede(open)
  if (mayTurn({ reported, last }, 3 - wanted)) return { supersedes, stop: 'new', notBefore: null }
  const stoodAt =
    last?.wanted === 0 && last.state === 'confirmed' ? (last.endedAt ?? 0) + deadTimeMs : 0
  return { supersedes, stop: null, notBefore: stoodAt > now ? stoodAt : null }
}

/** Whether it may be turning that way: it said so, it was told so since, or nobody knows. */
function mayTurn(
  { reported, last }: Pick<Standing, 'reported' | 'last'>,
  direction: number,
): boolean {
  if (!reported) return last === null || last.wanted !== 3 - direction
  if (reported.value === direction) return true
  const wasTold =
    last !== null &&
    last.wanted === direction &&
    last.state !== 'rejected' &&
    (last.sentAt ?? 0) >= reported.at
  return wasTold || (last !== null && isOpen(last.state) && last.wanted === direction)
}
