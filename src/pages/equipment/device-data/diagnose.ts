import type { DeviceAttempt, DeviceMessage } from '#contract/equipment/device-calls.ts'
import type { DeviceRow } from './use-device.ts'

/** What is known about a device that is not to be heard; what nobody may know is left out. */
export interface Facts {
  row: Pick<DeviceRow, 'enabledFlag' | 'lastSeenAt' | 'readings'>
  /** Null: none is bound, or none that one may see. */
  card?: { iccid: string; state: string; warning: string } | null
  /** Devices of its base in the same list, itself included. */
  base?: { offline: number; total: number }
  /** Null: it has none. */
  credential?: string | null
  attempts?: readonly DeviceAttempt[]
  messages?: readonly DeviceMessage[]
}
export interface Step {
  what: 'enabled' | 'card' | 'base' | 'credential' | 'attempt' | 'message' | 'signal'
  tone: 'good' | 'warn' | 'bad'
  params: Readonly<Record<string, string | number>>
}

/** dBm: below this a modem loses its network again and again. */
const weakSignal = -105
const unusable = new Set(['expired', 'quota100'])

/** Looks from the server outwards to the field; the first that is bad is the likely cause. */
export function diagnose(facts: Facts): Step[] {
  const { row, card, base, credential, attempts, messages } = facts
  const steps: Step[] = []
  const add = (what: Step['what'], tone: Step['tone'], params: Step['params'] = {}) =>
    steps.push({ what, tone, params })
  add('enabled', row.enabledFlag === 1 ? 'good' : 'bad')
  if (credential !== undefined) add('credential', credential === null ? 'bad' : 'good')
  if (attempts) {
    const since = row.lastSeenAt ? Date.parse(String(row.lastSeenAt)) : 0
    const last = attempts.find(({ lastAt }) => Date.parse(lastAt) >= since)
    if (last) add('attempt', 'bad', { reason: last.reason, at: last.lastAt })
    else add('attempt', 'good')
  }
  const newest = messages?.[0]
  if (newest) add('message', newest.outcome === 'refused' ? 'bad' : 'good', { at: newest.at })
  if (card) {
    const { iccid, state, warning } = card
    const tone = state !== 'activated' || unusable.has(warning) ? 'bad' : 'good'
    add('card', tone, { iccid, state, warning })
  }
  // Alone in a list it says nothing about its base.
  if (base && base.total > 1)
    add(
      'base',
      base.offline >= base.total ? 'bad' : base.offline * 2 > base.total ? 'warn' : 'good',
      { offline: base.offline, total: base.total },
    )
  const signal = ((row.readings ?? []) as { metric: string; value: number }[]).find(
    ({ metric, value }) => (metric === 'signal' || metric === 'rssi') && value < 0,
  )
  if (signal) add('signal', signal.value < weakSignal ? 'warn' : 'good', { value: signal.value })
  return steps
}
