import { meets } from '#contract/automation/comparison.ts'
import type { AlarmLevel, alarmOperators } from '#contract/alarm/alarm-rule.ts'

/** What decides about a value. Times in ms; a limit that is not asked for is null. */
export interface Condition {
  operator: keyof typeof alarmOperators
  value: number
  value2: number | null
  severeValue: number | null
  hysteresis: number
  /** Where it is over, instead of the limit less the hysteresis. */
  clearValue: number | null
  /** Whether the level goes down again before the end. */
  falls: boolean
  /** Whether an alarm may begin at a time. */
  isActive: (at: number) => boolean
  level: AlarmLevel
  durationMs: number
  clearMs: number
}
/** One value at a time in ms. */
export interface Sample {
  at: number
  value: number
}
/** Where a rule stands with one channel; null is normal. `since`: when this phase began. */
export interface State {
  phase: 'pending' | 'active' | 'recovering'
  since: number
  lastAt: number
  value: number
  level: AlarmLevel
}
export type Happening = {
  kind: 'raised' | 'risen' | 'eased' | 'recovering' | 'resumed' | 'cleared'
  at: number
  value: number
  level: AlarmLevel
}
export interface Step {
  state: State | null
  happened: Happening[]
}

const emergency = 3

/** Whether a value is beyond the limit, that is: bad. */
export const isOver = (condition: Condition, value: number): boolean => meets(condition, value)
/** Whether a value is so far back that the alarm may end. */
export function isBack(condition: Condition, value: number): boolean {
  const { operator, value: limit, value2, hysteresis, clearValue } = condition
  if (isOver(condition, value)) return false
  switch (operator) {
    case 'above':
    case 'atLeast':
      return value <= (clearValue ?? limit - hysteresis)
    case 'below':
    case 'atMost':
      return value >= (clearValue ?? limit + hysteresis)
    case 'between':
      return value < limit - hysteresis || value > (value2 ?? limit) + hysteresis
    case 'outside':
      return value >= limit + hysteresis && value <= (value2 ?? limit) - hysteresis
    case 'either':
      return Math.abs(value) <= limit - hysteresis
    case 'equals':
    case 'notEquals':
      return true
  }
}
/** Whether a value is back from the emergency limit, so far that it does not go to and fro. */
const isEased = ({ operator, severeValue, hysteresis }: Condition, value: number): boolean =>
  severeValue !== null &&
  (operator === 'above' || operator === 'atLeast'
    ? value <= severeValue - hysteresis
    : operator === 'either'
      ? Math.abs(value) <= severeValue - hysteresis
      : value >= severeValue + hysteresis)
/** How bad a value beyond the limit is. */
function levelOf({ operator, severeValue, level }: Condition, value: number): AlarmLevel {
  if (
    severeValue === null ||
    operator === 'between' ||
    operator === 'outside' ||
    operator === 'equals' ||
    operator === 'notEquals'
  )
    return level
  return meets({ operator, value: severeValue, value2: null }, value) ? emergency : level
}

/**
 * What time alone brings about: a value is taken to hold until the next one, but for no longer than
 * `gapMs` (two of the
 * device's periods), after which nobody knows.
 */
export function pass(condition: Condition, state: State | null, now: number, gapMs: number): Step {
  if (!state || state.phase === 'active') return { state, happened: [] }
  const isPending = state.phase === 'pending'
  const due = state.since + (isPending ? condition.durationMs : condition.clearMs)
  if (isPending && due <= now && !condition.isActive(due)) return { state: null, happened: [] }
  if (due <= now && due <= state.lastAt + gapMs)
    return isPending
      ? raise(condition, state, due)
      : {
          state: null,
          happened: [{ kind: 'cleared', at: due, value: state.value, level: state.level }],
        }
  return { state: isPending && now > state.lastAt + gapMs ? null : state, happened: [] }
}
function raise(condition: Condition, { value, lastAt }: State, at: number): Step {
  const level = levelOf(condition, value)
  return {
    state: { phase: 'active', since: at, lastAt, value, level },
    happened: [{ kind: 'raised', at, value, level }],
  }
}

/** What a value brings about. One that is not newer than the last changes nothing. */
export function step(
  condition: Condition,
  before: State | null,
  { at, value }: Sample,
  gapMs: number,
): Step {
  if (before && at <= before.lastAt) return { state: before, happened: [] }
  // Up to the moment before: at the moment itself the new value holds.
  const { state, happened } = pass(condition, before, at - 1, gapMs)
  const isBad = isOver(condition, value)
  const go = (next: State | null, ...more: Happening[]): Step => ({
    state: next,
    happened: [...happened, ...more],
  })
  const told = (kind: Happening['kind'], level: AlarmLevel): Happening => ({
    kind,
    at,
    value,
    level,
  })
  if (!state || state.phase === 'pending') {
    if (!isBad || !condition.isActive(at)) return go(null)
    const pending: State = {
      phase: 'pending',
      since: state?.since ?? at,
      lastAt: at,
      value,
      level: condition.level,
    }
    if (at - pending.since < condition.durationMs) return go(pending)
    const raised = raise(condition, pending, at)
    return go(raised.state, ...raised.happened)
  }
  if (!isBack(condition, value)) {
    const met = isBad
      ? (Math.max(state.level, levelOf(condition, value)) as AlarmLevel)
      : state.level
    const level =
      condition.falls && met > condition.level && met === state.level && isEased(condition, value)
        ? condition.level
        : met
    const resumed = state.phase === 'recovering' ? [told('resumed', level)] : []
    const risen =
      level > state.level
        ? [told('risen', level)]
        : level < state.level
          ? [told('eased', level)]
          : []
    return go(
      {
        ...state,
        phase: 'active',
        since: state.phase === 'active' ? state.since : at,
        lastAt: at,
        value,
        level,
      },
      ...resumed,
      ...risen,
    )
  }
  if (state.phase === 'active' && condition.clearMs > 0)
    return go(
      { ...state, phase: 'recovering', since: at, lastAt: at, value },
      told('recovering', state.level),
    )
  if (state.phase === 'recovering' && at - state.since < condition.clearMs)
    return go({ ...state, lastAt: at, value })
  return go(null, told('cleared', state.level))
}
