import { isStormDay, noise } from './sky.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const monthMs = 30 * dayMs

/** A time (ms) in which a device was not to be heard. */
interface Outage {
  beganAt: number
  endedAt: number
  reason: 'will' | 'silence'
}
interface Standing {
  plot: string
  seed: number
  isShaky?: boolean | undefined
}

/** The year's typhoon takes the power: of one base for a night, of the other for the evening. */
function ofStorm({ plot }: Standing, day: number): Outage[] {
  const beganAt = day * dayMs + 10 * hourMs
  return isStormDay(day)
    ? [{ beganAt, endedAt: beganAt + (plot.startsWith('SW') ? 13 : 3) * hourMs, reason: 'silence' }]
    : []
}
/** Once in three months or so: mostly minutes, seldom a night. */
function ofMonth({ seed }: Standing, month: number): Outage[] {
  const of = (what: number) => noise(seed * 6151 + month * 17 + what)
  if (of(0) > 0.34) return []
  const beganAt = month * monthMs + of(1) * 28 * dayMs
  return [
    {
      beganAt,
      endedAt: beganAt + 8 * minuteMs + of(2) ** 3 * 14 * hourMs,
      reason: of(3) < 0.4 ? 'will' : 'silence',
    },
  ]
}
function ofShaky({ seed }: Standing, day: number): Outage[] {
  const beganAt = day * dayMs + noise(seed * 6151 + day) * 20 * hourMs
  return noise(seed * 389 + day) < 0.4
    ? [
        {
          beganAt,
          endedAt: beganAt + 12 * minuteMs + noise(seed + day) * 70 * minuteMs,
          reason: 'will',
        },
      ]
    : []
}

/**
 * The outages of a device that lie whole between two times (ms), in order; none touches another.
 */
export function outagesOf(device: Standing, from: number, to: number): Outage[] {
  const all: Outage[] = []
  for (let month = Math.floor(from / monthMs); month <= to / monthMs; month++)
    all.push(...ofMonth(device, month))
  for (let day = Math.floor(from / dayMs); day <= to / dayMs; day++)
    all.push(...ofStorm(device, day), ...(device.isShaky ? ofShaky(device, day) : []))
  const apart: Outage[] = []
  for (const one of all
    .filter(({ beganAt, endedAt }) => beganAt >= from && endedAt <= to)
    .sort((a, b) => a.beganAt - b.beganAt)) {
    if (one.beganAt > (apart.at(-1)?.endedAt ?? 0)) apart.push(one)
  }
  return apart
}
