import { describe, expect, test } from 'vitest'
import { mistakesOf, pathOf, treeOf, type Facts } from '#contract/approval/flow.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import { askedBy, type Directory, type Person } from '#server/modules/approval/engine/machine.ts'

const person = (
  userId: number,
  name: string,
  organizationId: number | null,
  roleIds: number[] = [],
  isAdmin = false,
): Person => ({ userId, accountId: userId + 100, name, organizationId, roleIds, isAdmin })
/**
 * A farm: the head office (1) led by Lin, production (2) by Huang, vegetables (3) without a leader,
 * stores (4) by Wu.
 */
const directory: Directory = {
  people: [
    person(1, 'Lin', 1, [9], true),
    person(2, 'Huang', 2, [5]),
    person(3, 'Li', 3),
    person(4, 'Wu', 4, [5, 6]),
    person(5, 'Zheng', 4, [6]),
  ],
  organizations: [
    { id: 1, parentId: null, leaderId: 1 },
    { id: 2, parentId: 1, leaderId: 2 },
    { id: 3, parentId: 2, leaderId: null },
    { id: 4, parentId: 1, leaderId: 4 },
  ],
}
const lin = 101
const li = 103
const wu = 104
let serial = 0
const node = (kind: FlowNode['kind'], more: Partial<FlowNode> = {}): FlowNode => ({
  key: `n${++serial}`,
  kind,
  parent: '',
  name: `n${serial}`,
  ...more,
})
const approver = (more: Partial<FlowNode>) => node('approver', { mode: 'any', ...more })
const users = (...userIds: number[]) => ({ source: 'users' as const, userIds })
type Condition = NonNullable<FlowNode['conditions']>[number]
const when = (
  fact: string,
  operator: Condition['operator'],
  value: number | string[],
): Condition => ({
  fact,
  operator,
  value: typeof value === 'number' ? value : null,
  values: typeof value === 'number' ? null : value,
})
/** A fork: its branches with their conditions and nodes; the last has none. */
function fork(...branches: [Condition[], FlowNode[]][]): FlowNode[] {
  const key = `c${++serial}`
  return [
    node('condition', { key }),
    ...branches.flatMap(([conditions, nodes]) => {
      const own = `b${++serial}`
      return [
        node('branch', { key: own, parent: key, conditions }),
        ...nodes.map((one) => ((one.parent ?? '') === '' ? { ...one, parent: own } : one)),
      ]
    }),
  ]
}

/** Each sample: facts and the account that hands in. */
const samples: readonly (readonly [Facts, number])[] = [
  [{ total: 800, warehouseId: 7, purpose: 'sale', lines: 1 }, li],
  [{ total: 5000, warehouseId: 7, purpose: 'use', lines: 3 }, li],
  [{ total: 5000.01, warehouseId: 8, purpose: 'sale', lines: 12 }, wu],
  [{ total: 120_000, warehouseId: 9, purpose: 'scrap', lines: 40 }, lin],
  [{ total: null, warehouseId: 8, purpose: null, lines: 0 }, 102],
  [{ total: 0, warehouseId: 7, purpose: 'use', lines: 2, organizationId: 4 }, 105],
]
const flows: readonly (readonly [name: string, nodes: FlowNode[], expected: readonly string[]])[] =
  [
    ['one person', [approver(users(2))], ['Huang', 'Huang', 'Huang', 'Huang', 'Lin(own)', 'Huang']],
    [
      'several, each once',
      [approver(users(4, 2, 4))],
      ['Wu,Huang', 'Wu,Huang', 'Huang', 'Wu,Huang', 'Wu', 'Wu,Huang'],
    ],
    [
      'a role',
      [approver({ source: 'role', roleId: 6 })],
      ['Wu,Zheng', 'Wu,Zheng', 'Zheng', 'Wu,Zheng', 'Wu,Zheng', 'Wu'],
    ],
    [
      'a role that nobody holds',
      [approver({ source: 'role', roleId: 77 })],
      ['Lin(nobody)', 'Lin(nobody)', 'Lin(nobody)', '-(nobody)', 'Lin(nobody)', 'Lin(nobody)'],
    ],
    [
      'the leader of a department',
      [approver({ source: 'leader', organizationId: 4 })],
      ['Wu', 'Wu', 'Lin(own)', 'Wu', 'Wu', 'Wu'],
    ],
    [
      'a department without a leader',
      [approver({ source: 'leader', organizationId: 3 })],
      ['Lin(nobody)', 'Lin(nobody)', 'Lin(nobody)', '-(nobody)', 'Lin(nobody)', 'Lin(nobody)'],
    ],
    [
      'the submitter’s leader, upwards',
      [approver({ source: 'submitterLeader' })],
      ['Huang', 'Huang', 'Lin', '-(nobody)', 'Lin', 'Wu'],
    ],
    [
      'an amount above which two sign',
      fork(
        [[when('total', 'above', 5000)], [approver({ ...users(1, 2), mode: 'all' })]],
        [[], [approver(users(2))]],
      ),
      ['Huang', 'Huang', 'Lin,Huang', 'Huang', 'Lin(own)', 'Huang'],
    ],
    [
      'three branches in order',
      fork(
        [[when('total', 'atMost', 1000)], [approver(users(5))]],
        [[when('total', 'atMost', 50_000)], [approver(users(2))]],
        [[], [approver(users(1))]],
      ),
      ['Zheng', 'Huang', 'Huang', '-(own)', 'Lin', 'Lin(own)'],
    ],
    [
      'places, words and departments',
      fork(
        [
          [when('warehouseId', 'is', ['8', '9']), when('purpose', 'isNot', ['sale'])],
          [approver(users(4))],
        ],
        [[when('organizationId', 'is', ['4'])], [approver(users(1))]],
        [[], [approver(users(2))]],
      ),
      ['Huang', 'Huang', 'Huang', 'Wu', 'Wu', 'Lin'],
    ],
    [
      'a fork, then everybody',
      [
        ...fork([[when('lines', 'atLeast', 10)], [approver(users(5))]], [[], []]),
        approver(users(1)),
      ],
      ['Lin', 'Lin', 'Zheng > Lin', 'Zheng > -(own)', 'Lin', 'Lin'],
    ],
    [
      'named by the submitter, with copies',
      [approver({ source: 'choice' }), node('copy', { ...users(3), copyOn: 'both' })],
      ['Zheng', 'Zheng', 'Zheng', 'Zheng', 'Zheng', 'Lin(own)'],
    ],
  ]
const shown = (nodes: readonly FlowNode[], facts: Facts, accountId: number) =>
  pathOf(nodes, facts)
    .filter(({ kind }) => kind === 'approver')
    .map((one) => {
      const { people, standIn } = askedBy(one, directory, {
        accountId,
        mayApproveOwn: false,
        chosen: [105],
      })
      return `${people.map(({ name }) => name).join(',') || '-'}${standIn ? `(${standIn})` : ''}`
    })
    .join(' > ')

describe('twelve flows, six documents', () => {
  test.each(flows)('%s', (_name, nodes, expected) => {
    expect(
      mistakesOf(nodes, 'shipment').filter(({ key }) =>
        nodes.some((one) => one.key === key && one.kind !== 'branch'),
      ),
    ).toEqual([])
    expect(samples.map(([facts, submitter]) => shown(nodes, facts, submitter))).toEqual(expected)
  })
})

test('who may decide on their own document is asked like anybody', () => {
  const { people, standIn } = askedBy(approver(users(3)), directory, {
    accountId: li,
    mayApproveOwn: true,
    chosen: [],
  })
  expect([people.map(({ name }) => name), standIn]).toEqual([['Li'], null])
})
test('a circle of departments ends', () => {
  const circle: Directory = {
    people: directory.people,
    organizations: [
      { id: 3, parentId: 2, leaderId: null },
      { id: 2, parentId: 3, leaderId: null },
    ],
  }
  expect(
    askedBy(approver({ source: 'submitterLeader' }), circle, {
      accountId: li,
      mayApproveOwn: false,
      chosen: [],
    }).standIn,
  ).toBe('nobody')
})
test('nodes that lie in each other are nowhere, and no walk goes on for ever', () => {
  const a = node('condition', { key: 'x', parent: 'y' })
  const b = node('branch', { key: 'y', parent: 'x' })
  expect(treeOf([a, b])).toEqual([])
  expect(mistakesOf([approver(users(1)), a, b], 'shipment').map(({ mistake }) => mistake)).toEqual([
    'place',
    'place',
  ])
})
