import type { FieldPack } from '#contract/work/field-calls.ts'
import { taskStates } from '#contract/work/task-states.ts'
import type { Entry, EntryKind } from '#src/lib/field/entry.ts'
import type { Row } from '#src/kit/definition/resource.ts'

/** What is done to one task goes out in order. */
export const subjectOf = ({ id }: Pick<Row, 'id'>) => `task/${id}`

const stateAfter: Readonly<Partial<Record<EntryKind, number>>> = {
  claim: taskStates.notStarted,
  start: taskStates.inProgress,
  reportOwn: taskStates.inProgress,
  finish: taskStates.finished,
}

/** What waits to be sent of a task, the last first. */
export const waitingOf = (entries: readonly Entry[], row: Pick<Row, 'id'>): readonly Entry[] =>
  entries.filter(({ subject }) => subject === subjectOf(row)).toReversed()

/** Taken here, and nobody has said no to it yet. */
export const isTaken = (entries: readonly Entry[], row: Pick<Row, 'id'>): boolean =>
  waitingOf(entries, row).some(({ kind, state }) => kind === 'claim' && state !== 'stopped')

/**
 * The task as it will be once what waits has been sent; what was stopped changes nothing. `self`:
 * who takes what is taken here.
 */
export function asDone(row: Row, entries: readonly Entry[], self: FieldPack['worker'] = null): Row {
  const waiting = waitingOf(entries, row)
  const [last] = waiting
  const state = last && stateAfter[last.kind]
  // What follows something that was stopped waits for the same answer.
  if (state === undefined || waiting.some((one) => one.state === 'stopped')) return row
  return {
    ...row,
    ...(self && isTaken(entries, row) && { leaderId: self.id, leaderIdName: self.name }),
    state,
    overdueFlag: 0,
  }
}
