import type { FarmFault } from '#contract/simulation/simulated-farm.ts'

/** What is wrong with a device, and since when (ms). */
export interface Broken {
  fault: FarmFault
  since: number
}
export interface Report {
  ts: number
  values: Record<string, number>
}

/** A clock that loses half of every minute, to three hours behind. */
const loses = 0.5
const mostBehindMs = 3 * 3_600_000
/**
 * Of a noisy sensor's values: so many are spikes, and of these every other is more than it can
 * measure.
 */
const spikes = 0.25
const impossible = 1e6

/** A report as a broken device sends it. `chance`: a number from 0 to 1, another at each call. */
export function spoilt(
  { ts, values }: Report,
  broken: Broken | null,
  chance: () => number = Math.random,
): Report {
  if (broken?.fault === 'driftingClock')
    return {
      ts: ts - Math.round(Math.min(mostBehindMs, Math.max(0, ts - broken.since) * loses)),
      values,
    }
  if (broken?.fault === 'emptyTank')
    return {
      ts,
      values: mapped(values, (channel, value) =>
        /^(tankLevel|dosing)(\.|$)/.test(channel) ? 0 : value,
      ),
    }
  if (broken?.fault === 'noise')
    return {
      ts,
      values: mapped(values, (_, value) =>
        chance() < spikes
          ? chance() < 0.5
            ? impossible
            : Number((value * (0.6 + 0.8 * chance())).toFixed(2))
          : value,
      ),
    }
  return { ts, values }
}
const mapped = (values: Record<string, number>, to: (channel: string, value: number) => number) =>
  Object.fromEntries(
    Object.entries(values).map(([channel, value]) => [channel, to(channel, value)]),
  )
