import { expect, test } from 'vitest'
import type { FlowNode } from '#contract/approval/process.ts'
import { nextTurns, verdictOf, type TaskState } from '#server/modules/approval/engine/machine.ts'

const task = (
  id: number,
  decision: TaskState['decision'] = null,
  more: Partial<TaskState> = {},
): TaskState => ({
  id,
  decision,
  state: decision === null ? 1 : decision === 'rejected' ? 3 : 2,
  position: id,
  standIn: null,
  place: null,
  anchorId: null,
  ...more,
})
const [yes, no] = ['approved', 'rejected'] as const

test.each<[string, FlowNode['mode'], number | null, TaskState[], string]>([
  ['any: nobody yet', 'any', null, [task(1), task(2)], 'pending'],
  ['any: the first decides', 'any', null, [task(1), task(2, yes)], 'passed'],
  ['any: the first decides against', 'any', null, [task(1), task(2, no)], 'rejected'],
  ['all: one is missing', 'all', null, [task(1, yes), task(2)], 'pending'],
  ['all: one is against', 'all', null, [task(1, yes), task(2, no), task(3)], 'rejected'],
  ['all: everybody', 'all', null, [task(1, yes), task(2, yes)], 'passed'],
  ['all: a leaver does not count', 'all', null, [task(1, yes), task(2, 'skipped')], 'passed'],
  ['all: everybody has left', 'all', null, [task(1, 'skipped')], 'empty'],
  [
    'all: handed on and approved there',
    'all',
    null,
    [task(1, 'transferred'), task(2, yes)],
    'passed',
  ],
  [
    'ratio 50 of 4: two are enough',
    'ratio',
    50,
    [task(1, yes), task(2, yes), task(3), task(4)],
    'passed',
  ],
  [
    'ratio 60 of 5: two against can still pass',
    'ratio',
    60,
    [task(1, no), task(2, no), task(3), task(4), task(5)],
    'pending',
  ],
  [
    'ratio 60 of 5: three against cannot',
    'ratio',
    60,
    [task(1, no), task(2, no), task(3, no), task(4), task(5)],
    'rejected',
  ],
  [
    'ratio 67 of 3: two are not enough',
    'ratio',
    67,
    [task(1, yes), task(2, yes), task(3)],
    'pending',
  ],
  [
    'in order: the last is missing',
    'inOrder',
    null,
    [task(1, yes), task(2, null, { state: 0 })],
    'pending',
  ],
  [
    'stand-ins: the first decides',
    'all',
    null,
    [task(1, yes, { standIn: 'own' }), task(2, null, { standIn: 'own' })],
    'passed',
  ],
  [
    'a signer after is owed',
    'any',
    null,
    [task(1, yes), task(2, null, { place: 'after', anchorId: 1 })],
    'pending',
  ],
  [
    'a signer after has signed',
    'any',
    null,
    [task(1, yes), task(2, yes, { place: 'after', anchorId: 1 })],
    'passed',
  ],
  [
    'a signer’s no is a no',
    'all',
    null,
    [task(1), task(2, no, { place: 'before', anchorId: 1 })],
    'rejected',
  ],
  [
    'a signer before somebody who is not needed',
    'any',
    null,
    [task(1, null, { state: 0 }), task(2, null, { place: 'before', anchorId: 1 }), task(3, yes)],
    'passed',
  ],
])('%s', (_name, mode, percent, tasks, verdict) => {
  expect(verdictOf({ mode, percent }, tasks)).toBe(verdict)
})
test.each<[string, FlowNode['mode'], TaskState[], number[]]>([
  ['all open at once', 'all', [task(1, null, { state: 0 }), task(2, null, { state: 0 })], [1, 2]],
  [
    'in order one opens',
    'inOrder',
    [task(1, null, { state: 0 }), task(2, null, { state: 0 })],
    [1],
  ],
  [
    'in order the next opens',
    'inOrder',
    [task(1, yes), task(2, null, { state: 0 }), task(3, null, { state: 0 })],
    [2],
  ],
  ['in order past a leaver', 'inOrder', [task(1, 'skipped'), task(2, null, { state: 0 })], [2]],
  [
    'in order not before a signer after',
    'inOrder',
    [
      task(1, yes),
      task(9, null, { state: 0, place: 'after', anchorId: 1, position: 1 }),
      task(2, null, { state: 0 }),
    ],
    [9],
  ],
  [
    'the anchor waits for its signer',
    'any',
    [task(1, null, { state: 0 }), task(9, null, { state: 1, place: 'before', anchorId: 1 })],
    [],
  ],
  [
    'the anchor opens again',
    'any',
    [task(1, null, { state: 0 }), task(9, yes, { place: 'before', anchorId: 1 })],
    [1],
  ],
])('turns: %s', (_name, mode, tasks, ids) => {
  expect(nextTurns({ mode, percent: null }, tasks)).toEqual(ids)
})
