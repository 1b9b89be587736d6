import type { RunReason, RunStep } from '#contract/automation/control-run.ts'
import { lateMs } from './clock.ts'

const isOver = ({ state }: RunStep) =>
  state === 'confirmed' || state === 'failed' || state === 'skipped'
const isBack = ({ backOf }: Pick<RunStep, 'backOf'>) => backOf !== undefined && backOf !== null
const ms = (iso: string | null) => (iso === null ? 0 : Date.parse(iso))

/** Steps that begin together: one, and the parallel ones after it. */
export function stagesOf<S extends Pick<RunStep, 'mode'>>(steps: readonly S[]): S[][] {
  const stages: S[][] = []
  for (const step of steps) {
    const last = stages.at(-1)
    if (last && step.mode === 'parallel') last.push(step)
    else stages.push([step])
  }
  return stages
}

export type Next =
  | { kind: 'wait' }
  | { kind: 'send'; steps: RunStep[] }
  | { kind: 'end'; state: 'done' | 'failed' | 'interrupted'; reason: RunReason | null }

/**
 * What a run does at `now`, in ms: the steps to send, or its end. A stage begins when the one
 * before it is over; what
 * should have begun more than a minute ago is not made up for.
 */
export function nextStep(steps: readonly RunStep[], beganAt: number, now: number): Next {
  let from = beganAt
  let isBroken = false
  for (const stage of stagesOf(steps)) {
    const takesBack = stage.every(isBack)
    if (isBroken && !takesBack) break
    if (stage.every(isOver)) {
      isBroken ||= stage.some(({ state, stopFlag }) => state === 'failed' && stopFlag === 1)
      from = Math.max(from, ...stage.map(({ endedAt }) => ms(endedAt)))
      continue
    }
    // What is held is let go at once where the run goes no further, and late rather than never.
    const due = stage.filter(
      ({ state, delaySeconds }) =>
        state === 'waiting' && (isBroken || from + delaySeconds * 1000 <= now),
    )
    if (!takesBack && due.some(({ delaySeconds }) => now - from - delaySeconds * 1000 > lateMs))
      return { kind: 'end', state: 'interrupted', reason: 'late' }
    return due.length > 0 ? { kind: 'send', steps: due } : { kind: 'wait' }
  }
  const hasFailed = steps.some(({ state }) => state === 'failed')
  return {
    kind: 'end',
    state: hasFailed ? 'failed' : 'done',
    reason: hasFailed ? 'stepFailed' : null,
  }
}

/**
 * The same run where it goes no further: what has not begun is left out, and what is held is taken
 * back now. Null where
 * nothing is held.
 */
export function brokenOff(steps: readonly RunStep[]): RunStep[] | null {
  const isHeld = (step: RunStep) =>
    isBack(step) && step.state === 'waiting' && steps[step.backOf!]!.sentAt !== null
  if (!steps.some((step) => isHeld(step) || (isBack(step) && step.state === 'sent'))) return null
  return steps.map((step) =>
    step.state !== 'waiting'
      ? step
      : isHeld(step)
        ? { ...step, delaySeconds: 0 }
        : { ...step, state: 'skipped' },
  )
}
