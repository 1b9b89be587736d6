import type { AlarmLevel } from '#contract/alarm/alarm-rule.ts'
import {
  isBack,
  isOver,
  pass,
  step,
  type Condition,
  type Happening,
  type Sample,
  type State,
} from './machine.ts'
import { limitsFor, windowOf, type Rule } from './rules.ts'
import { noticesDue, type Silence } from './silence.ts'

const minuteMs = 60_000
/** An alarm as it would have been. Times in ms. */
export interface Episode {
  beganAt: number
  clearedAt: number | null
  peak: number | null
  level: AlarmLevel
  risenAt: number | null
}

/**
 * Runs values in the order of their times through a rule, as if they came now; `end` is where the
 * question ends.
 */
export function replay(
  condition: Condition,
  samples: Iterable<Sample>,
  gapMs: number,
  end: number,
): Episode[] {
  const episodes: Episode[] = []
  let state: State | null = null
  const note = (happened: readonly Happening[], sample?: Sample) => {
    for (const one of happened) {
      const last = episodes.at(-1)
      if (one.kind === 'raised')
        episodes.push({
          beganAt: one.at,
          clearedAt: null,
          peak: one.value,
          level: one.level,
          risenAt: null,
        })
      else if (last && one.kind === 'risen')
        Object.assign(last, { level: one.level, risenAt: one.at })
      else if (last && one.kind === 'cleared') last.clearedAt = one.at
    }
    const open = episodes.at(-1)
    if (sample && open && open.clearedAt === null)
      open.peak = farther(condition, open.peak, sample.value)
  }
  for (const sample of samples) {
    const next = step(condition, state, sample, gapMs)
    state = next.state
    note(next.happened, sample)
  }
  note(pass(condition, state, end, gapMs).happened)
  return episodes
}

/** Of two values the one that is worse. */
export function farther(
  { operator, value: limit, value2 }: Pick<Condition, 'operator' | 'value' | 'value2'>,
  a: number | null,
  b: number,
): number {
  if (a === null) return b
  if (operator === 'above' || operator === 'atLeast') return Math.max(a, b)
  if (operator === 'below' || operator === 'atMost') return Math.min(a, b)
  if (operator === 'notEquals') return Math.abs(b - limit) > Math.abs(a - limit) ? b : a
  if (operator === 'either') return Math.abs(b) > Math.abs(a) ? b : a
  const middle = (limit + (value2 ?? limit)) / 2
  const isWorse =
    operator === 'outside'
      ? Math.abs(b - middle) > Math.abs(a - middle)
      : Math.abs(b - middle) < Math.abs(a - middle)
  return isWorse ? b : a
}

/**
 * The same alarms where they may begin at some times alone: one that has lasted until such a time
 * begins then.
 */
export function withinHours(
  episodes: readonly Episode[],
  isActive: (at: number) => boolean,
  end: number,
): Episode[] {
  return episodes.flatMap((one) => {
    for (let at = one.beganAt; at < (one.clearedAt ?? end) || at === one.beganAt; at += minuteMs)
      if (isActive(at)) return [{ ...one, beganAt: at }]
    return []
  })
}
/**
 * Times at which nothing had come for `silentMs`, until something did. `end`: where the question
 * ends.
 */
export function silences(
  times: Iterable<number>,
  silentMs: number,
  end: number,
  level: AlarmLevel,
): Episode[] {
  const episodes: Episode[] = []
  let last: number | null = null
  const close = (at: number, isOver: boolean) => {
    if (last !== null && at - last >= silentMs)
      episodes.push({
        beganAt: last + silentMs,
        clearedAt: isOver ? at : null,
        peak: null,
        level,
        risenAt: null,
      })
    last = at
  }
  for (const at of times) close(at, true)
  close(end, false)
  return episodes
}

/** The change over a window of time, at each value: against the one it was farthest from. */
export function changes(samples: readonly Sample[], windowMs: number): Sample[] {
  const found: Sample[] = []
  let from = 0
  for (const [i, { at, value }] of samples.entries()) {
    while (samples[from]!.at < at - windowMs) from++
    let change = 0
    for (let j = from; j < i; j++) {
      const one = value - samples[j]!.value
      if (Math.abs(one) > Math.abs(change)) change = one
    }
    found.push({ at, value: change })
  }
  return found
}

/**
 * How often within a window, at each value, the limit had come to be passed; the first value says
 * only where one begins.
 */
export function crossings(
  condition: Condition,
  samples: readonly Sample[],
  windowMs: number,
): Sample[] {
  const times: number[] = []
  let isBeyond: boolean | null = null
  let from = 0
  return samples.map(({ at, value }) => {
    const was: boolean | null = isBeyond
    if (isOver(condition, value)) isBeyond = true
    else if (was === null || isBack(condition, value)) isBeyond = false
    if (was === false && isBeyond) times.push(at)
    while (from < times.length && times[from]! <= at - windowMs) from++
    return { at, value: times.length - from }
  })
}
/**
 * What a rule's trigger makes of values, in the order of their times: what its condition is held
 * against.
 */
export function seriesOf(rule: Rule, samples: readonly Sample[]): Sample[] {
  if (rule.trigger === 'rate') return changes(samples, windowOf(rule))
  if (rule.trigger === 'count') return crossings(limitsFor(rule), samples, windowOf(rule))
  return [...samples]
}

/** How often one person would have been told, the endings included. */
export function noticesOf(episodes: readonly Episode[], silence: Silence, end: number): number {
  let count = 0
  let last: number | null = null
  for (const { beganAt, clearedAt, risenAt } of episodes) {
    const times = noticesDue(silence, { from: beganAt, to: clearedAt ?? end, last, risenAt })
    count += times.length + (times.length > 0 && clearedAt !== null ? 1 : 0)
    last = times.at(-1) ?? last
  }
  return count
}
