import { caseStates } from '#contract/approval/states.ts'
import type { TaskRow } from '#contract/approval/task-calls.ts'
import type { Translate } from '#src/kit/definition/label.ts'

const minute = 60
const hour = 3600
const day = 86_400

/** How long somebody took, in the largest unit that fits. */
export function spanText(t: Translate, seconds: number): string {
  if (seconds < minute) return t('approval:spans.moment')
  if (seconds < hour) return t('approval:spans.minutes', { count: Math.floor(seconds / minute) })
  if (seconds < day) return t('approval:spans.hours', { count: Math.floor(seconds / hour) })
  return t('approval:spans.days', { count: Math.floor(seconds / day) })
}

type State = Pick<TaskRow, 'processState' | 'outcome'>
export const caseTone = ({ processState, outcome }: State) =>
  processState === caseStates.open
    ? 'warn'
    : processState === caseStates.approved
      ? 'good'
      : outcome === 'returned' || processState === caseStates.withdrawn
        ? 'quiet'
        : 'bad'
/** A case's state: withdrawn and returned have words of their own. */
export function caseText(t: Translate, { processState, outcome }: State): string {
  return t(
    `approval:processStates.${processState === caseStates.rejected && outcome === 'returned' ? 'returned' : processState}`,
  )
}
