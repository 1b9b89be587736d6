import { expect, test } from 'vitest'
import { mistakesOf, treeOf, type Step } from '#contract/approval/flow.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import {
  addBranch,
  change,
  freeKey,
  insertAfter,
  moveBranch,
  remove,
} from '#src/pages/approval/approval-process/flow-edit.ts'

const names = { approver: 'A', copy: 'C', condition: 'F', branch: 'B', otherwise: 'O' }
/** A flow in one line: `a > f(b: c | d: )`. */
const drawn = (steps: readonly Step[]): string =>
  steps
    .map(({ node, branches }) =>
      node.kind === 'condition'
        ? `${node.key}(${branches.map((one) => `${one.node.key}: ${drawn(one.steps)}`).join(' | ')})`
        : node.key,
    )
    .join(' > ')
const draw = (nodes: readonly FlowNode[]) => drawn(treeOf(nodes))

const begin = insertAfter([], '', null, 'approver', names)
const forked = insertAfter(begin, '', 'n1', 'condition', names)
const full = insertAfter(
  insertAfter(forked, 'n3', null, 'approver', names),
  'n4',
  null,
  'copy',
  names,
)

test('nodes go where they are put', () => {
  expect(draw(begin)).toBe('n1')
  expect(draw(forked)).toBe('n1 > n2(n3:  | n4: )')
  expect(draw(full)).toBe('n1 > n2(n3: n5 | n4: n6)')
  expect(draw(insertAfter(full, '', null, 'copy', names))).toBe('n7 > n1 > n2(n3: n5 | n4: n6)')
  expect(draw(insertAfter(full, '', 'n2', 'approver', names))).toBe('n1 > n2(n3: n5 | n4: n6) > n7')
  expect(draw(insertAfter(full, 'n3', 'n5', 'condition', names))).toBe(
    'n1 > n2(n3: n5 > n7(n8:  | n9: ) | n4: n6)',
  )
})
test('branches: one more before the last, which stays where it is', () => {
  const three = addBranch(full, 'n2', names)
  expect(draw(three)).toBe('n1 > n2(n3: n5 | n7:  | n4: n6)')
  expect(draw(moveBranch(three, 'n7', -1))).toBe('n1 > n2(n7:  | n3: n5 | n4: n6)')
  expect([
    draw(moveBranch(three, 'n7', 1)),
    draw(moveBranch(three, 'n4', -1)),
    draw(moveBranch(three, 'n3', -1)),
  ]).toEqual([draw(three), draw(three), draw(three)])
})
test('what is taken out takes along what lies in it; a fork of one is none', () => {
  expect(draw(remove(full, 'n2'))).toBe('n1')
  expect(draw(remove(full, 'n3'))).toBe('n1 > n6')
  expect(draw(remove(insertAfter(full, '', 'n2', 'approver', names), 'n3'))).toBe('n1 > n6 > n7')
  expect(draw(remove(addBranch(full, 'n2', names), 'n7'))).toBe(draw(full))
  expect(remove(full, 'n3').map(({ key }) => key)).toEqual(['n1', 'n6'])
})
test('keys are never given twice; a change is of one node', () => {
  expect(freeKey([{ key: 'n2', kind: 'approver' }])).toBe('n3')
  expect(change(begin, 'n1', { name: 'X', mode: 'all' })).toEqual([
    { ...begin[0], name: 'X', mode: 'all' },
  ])
})
test('what is made says what it lacks, at its node', () => {
  expect(mistakesOf(full, 'shipment')).toEqual([
    { key: 'n3', mistake: 'condition' },
    { key: 'n6', mistake: 'people' },
  ])
  const done = change(
    change(full, 'n3', { conditions: [{ fact: 'total', operator: 'above', value: 1 }] }),
    'n6',
    { userIds: [1] },
  )
  expect([
    mistakesOf(done, 'shipment'),
    mistakesOf(done, 'nothing').map(({ key }) => key),
    mistakesOf([], 'shipment'),
  ]).toEqual([[], ['n3'], [{ key: '', mistake: 'empty' }]])
})
