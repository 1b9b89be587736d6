import { taskStates } from '#contract/work/task-states.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import type { Row } from '#src/kit/definition/resource.ts'

/** What is done to one task goes out in order. */
export const subjectOf = ({ id }: Pick<Row, 'id'>) => `task/${id}`

const stateAfter = { start: taskStates.inProgress, finish: taskStates.finished } as const

/** What waits to be sent of a task, the last first. */
export const waitingOf = (entries: readonly Entry[], row: Pick<Row, 'id'>): readonly Entry[] =>
  entries.filter(({ subject }) => subject === subjectOf(row)).toReversed()

/** The task as it will be once what waits has been sent; what was stopped changes nothing. */
export function asDone(row: Row, entries: readonly Entry[]): Row {
  const [last] = waitingOf(entries, row)
  return last && last.kind !== 'log' && last.state !== 'stopped'
    ? { ...row, state: stateAfter[last.kind], overdueFlag: 0 }
    : row
}
