import { expect, test } from 'vitest'
import { taskStates } from '#contract/work/task-states.ts'
import { asDone, isTaken } from '#src/features/work/subject.ts'
import type { Entry } from '#src/lib/field/entry.ts'

const entry = (kind: Entry['kind'], at: number, state: Entry['state'] = 'waiting'): Entry => ({
  id: String(at),
  at,
  kind,
  subject: 'task/1',
  title: kind,
  input: {},
  photos: [],
  version: null,
  phoneAt: at,
  heard: null,
  key: String(at),
  state,
  tries: 0,
  isUnsure: false,
  nextAt: 0,
})
const row = { id: 1, state: taskStates.unassigned, leaderId: null }
const self = { id: 7, name: '李大山' }

test('a task taken here is one’s own at once, and what is done next shows', () => {
  expect(asDone(row, [entry('claim', 1)], self)).toMatchObject({
    state: taskStates.notStarted,
    leaderId: 7,
    leaderIdName: '李大山',
  })
  expect(asDone(row, [entry('claim', 1), entry('start', 2)], self)).toMatchObject({
    state: taskStates.inProgress,
    leaderId: 7,
  })
})

test('what was refused, and what was done after it, changes nothing', () => {
  const entries = [entry('claim', 1, 'stopped'), entry('start', 2)]
  expect(isTaken(entries, row)).toBe(false)
  expect(asDone(row, entries, self)).toEqual(row)
})
