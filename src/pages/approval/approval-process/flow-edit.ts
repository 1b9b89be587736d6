import type { FlowNode } from '#contract/approval/process.ts'

type Nodes = readonly FlowNode[]
export type AddedKind = 'approver' | 'copy' | 'condition'
/** Words that new nodes are called by until somebody names them. */
export type Names = Readonly<Record<AddedKind | 'branch' | 'otherwise', string>>

/** A key that no node has. */
export function freeKey(nodes: Nodes): string {
  const taken = new Set(nodes.map(({ key }) => key))
  for (let at = nodes.length + 1; ; at++) if (!taken.has(`n${at}`)) return `n${at}`
}

const blank = (key: string, parent: string, kind: AddedKind, name: string): FlowNode => ({
  key,
  kind,
  parent,
  name,
  ...(kind === 'approver' && { source: 'submitterLeader', mode: 'any', timeoutAction: 'none' }),
  ...(kind === 'copy' && { source: 'users', copyOn: 'end' }),
})

/**
 * Puts a node behind another of the same chain, or at the beginning of the chain within `parent`. A
 * fork comes with two branches.
 */
export function insertAfter(
  nodes: Nodes,
  parent: string,
  after: string | null,
  kind: AddedKind,
  names: Names,
): FlowNode[] {
  const first = nodes.findIndex((node) => (node.parent ?? '') === parent && node.kind !== 'branch')
  const at =
    after === null
      ? first < 0
        ? nodes.length
        : first
      : nodes.findIndex(({ key }) => key === after) + 1
  const made = blank(freeKey(nodes), parent, kind, names[kind])
  const next = nodes.toSpliced(at, 0, made)
  if (kind !== 'condition') return next
  const withOne = [
    ...next,
    {
      key: freeKey(next),
      kind: 'branch' as const,
      parent: made.key,
      name: `${names.branch} 1`,
      conditions: [],
    },
  ]
  return [
    ...withOne,
    {
      key: freeKey(withOne),
      kind: 'branch',
      parent: made.key,
      name: names.otherwise,
      conditions: [],
    },
  ]
}

export const change = (nodes: Nodes, key: string, to: Partial<FlowNode>): FlowNode[] =>
  nodes.map((node) => (node.key === key ? { ...node, ...to } : node))

function within(nodes: Nodes, key: string): Set<string> {
  const found = new Set([key])
  for (const { key: inner } of nodes.filter(({ parent }) => parent === key))
    for (const one of within(nodes, inner)) found.add(one)
  return found
}
const without = (nodes: Nodes, key: string) => {
  const gone = within(nodes, key)
  return nodes.filter((node) => !gone.has(node.key))
}

/** A branch more, before the one that fits always. */
export function addBranch(nodes: Nodes, condition: string, names: Names): FlowNode[] {
  const branches = nodes.filter(({ kind, parent }) => kind === 'branch' && parent === condition)
  const last = nodes.indexOf(branches.at(-1)!)
  return nodes.toSpliced(last, 0, {
    key: freeKey(nodes),
    kind: 'branch',
    parent: condition,
    name: `${names.branch} ${branches.length}`,
    conditions: [],
  })
}

/**
 * Puts a branch before or behind its neighbour; the last one stays where it is, because it fits
 * always.
 */
export function moveBranch(nodes: Nodes, key: string, by: -1 | 1): FlowNode[] {
  const node = nodes.find((one) => one.key === key)!
  const branches = nodes.filter(({ kind, parent }) => kind === 'branch' && parent === node.parent)
  const other = branches[branches.indexOf(node) + by]
  if (!other || other === branches.at(-1) || node === branches.at(-1)) return [...nodes]
  return nodes.map((one) => (one === node ? other : one === other ? node : one))
}

/**
 * Takes a node out with all that lies in it. Where a fork would be left with one branch, its nodes
 * take the fork's place.
 */
export function remove(nodes: Nodes, key: string): FlowNode[] {
  const node = nodes.find((one) => one.key === key)
  if (node?.kind !== 'branch') return without(nodes, key)
  const condition = nodes.find((one) => one.key === node.parent)!
  const rest = nodes.filter(
    ({ kind, parent, key: other }) =>
      kind === 'branch' && parent === condition.key && other !== key,
  )
  const left = without(nodes, key)
  if (rest.length > 1)
    return left.map((one) => (one.key === rest.at(-1)!.key ? { ...one, conditions: [] } : one))
  const lifted = left
    .filter(({ parent }) => parent === rest[0]?.key)
    .map((one) => ({ ...one, parent: condition.parent ?? '' }))
  const keys = new Set(lifted.map((one) => one.key))
  return left.flatMap((one) =>
    one.key === condition.key ? lifted : one.key === rest[0]?.key || keys.has(one.key) ? [] : [one],
  )
}
