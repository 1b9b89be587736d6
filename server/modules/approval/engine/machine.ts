import { taskStates } from '#contract/approval/states.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import type { taskDecisions } from '#contract/approval/task-calls.ts'

/** Somebody who can be asked: enabled members only. */
export interface Person {
  userId: number
  accountId: number
  name: string
  organizationId: number | null
  roleIds: readonly number[]
  isAdmin: boolean
}
export interface Organization {
  id: number
  parentId: number | null
  leaderId: number | null
}
/** Who there is, as the flow finds it when it comes to a node. */
export interface Directory {
  people: readonly Person[]
  organizations: readonly Organization[]
}
export interface Submitter {
  accountId: number
  mayApproveOwn: boolean
  /** Accounts that the submitter named. */ chosen: readonly number[]
}
export type FallbackReason = 'nobody' | 'own' | 'left'
export interface Asked {
  people: readonly Person[]
  standIn: FallbackReason | null
}

const unique = (people: readonly Person[]) => [
  ...new Map(people.map((one) => [one.accountId, one])).values(),
]

/** The first leader upwards who is there and is not the submitter. */
function leaderAbove({ people, organizations }: Directory, submitter: number): Person[] {
  const start = people.find(({ accountId }) => accountId === submitter)?.organizationId ?? null
  const seen = new Set<number>()
  for (let at = start; at !== null && !seen.has(at);) {
    seen.add(at)
    const organization = organizations.find(({ id }) => id === at)
    const leader = people.find(({ userId }) => userId === organization?.leaderId)
    if (leader && leader.accountId !== submitter) return [leader]
    at = organization?.parentId ?? null
  }
  return []
}

/** Whom a node names, each once. */
export function namedBy(
  node: FlowNode,
  directory: Directory,
  submitter: Submitter,
): readonly Person[] {
  const { people, organizations } = directory
  switch (node.source) {
    case 'users':
      return unique(
        (node.userIds ?? []).flatMap((id) => people.filter(({ userId }) => userId === id)),
      )
    case 'role':
      return people.filter(({ roleIds }) => roleIds.includes(node.roleId ?? 0))
    case 'leader':
      return people.filter(
        ({ userId }) =>
          userId === organizations.find(({ id }) => id === node.organizationId)?.leaderId,
      )
    case 'submitterLeader':
      return leaderAbove(directory, submitter.accountId)
    case 'choice':
      return unique(
        submitter.chosen.flatMap((id) => people.filter(({ accountId }) => accountId === id)),
      )
    default:
      return []
  }
}

/** Approver nodes of a way before a step, to which it can go back, with where they are. */
export const earlierNodes = (path: readonly FlowNode[], step: number) =>
  path.flatMap((node, at) => (at < step && node.kind === 'approver' ? [{ node, at }] : []))

/**
 * Where a document goes that is given back at a step: that of a node, or null for its submitter.
 * `undefined`: there is no such node.
 */
export function returnStep(
  path: readonly FlowNode[],
  step: number,
  toNode: string | null | undefined,
): number | null | undefined {
  const earlier = earlierNodes(path, step)
  if (toNode === null) return null
  if (toNode === undefined)
    return path[step]?.returnTo === 'previous' ? (earlier.at(-1)?.at ?? null) : null
  return earlier.find(({ node }) => node.key === toNode)?.at
}

/** Administrators who stand in, never the submitter unless that is allowed. */
export const fallbackApproversOf = ({ people }: Directory, submitter: Submitter) =>
  people.filter(
    (one) => one.isAdmin && (submitter.mayApproveOwn || one.accountId !== submitter.accountId),
  )

/**
 * Who is asked at an approver node. Nobody decides on their own document unless the tenant allows
 * it; where that or an
 * empty office leaves nobody, an administrator is asked, and it is said why. No people at all:
 * nobody can be asked.
 */
export function askedBy(node: FlowNode, directory: Directory, submitter: Submitter): Asked {
  const named = namedBy(node, directory, submitter)
  const others = submitter.mayApproveOwn
    ? named
    : named.filter(({ accountId }) => accountId !== submitter.accountId)
  if (others.length > 0) return { people: others, standIn: null }
  return {
    people: fallbackApproversOf(directory, submitter),
    standIn: named.length > 0 ? 'own' : 'nobody',
  }
}

export interface TaskState {
  id: number
  /** 0 not its turn, 1 open, 2 reviewed, 3 rejected. */
  state: number
  decision: (typeof taskDecisions)[number] | null
  position: number
  standIn: FallbackReason | null
  /** Added by somebody, to sign before or after the task `anchorId`. */
  place: 'before' | 'after' | null
  anchorId: number | null
}
type Verdict = 'pending' | 'passed' | 'rejected' | 'empty'
type Signing = Pick<FlowNode, 'mode' | 'percent'>

/** Those that still count: neither handed on nor left. */
const counted = (tasks: readonly TaskState[]) =>
  tasks.filter(({ decision }) => decision !== 'transferred' && decision !== 'skipped')
const isApproved = ({ decision }: TaskState) => decision === 'approved'
const isRejected = ({ decision }: TaskState) => decision === 'rejected'

function verdictOfBase(signing: Signing, base: readonly TaskState[]): Verdict {
  if (base.length === 0) return 'empty'
  const approvals = base.filter(isApproved).length
  const rejections = base.filter(isRejected).length
  // Of several administrators who stand in, the first decides.
  const mode = base.every(({ standIn }) => standIn !== null) ? 'any' : signing.mode
  if (mode === 'any') return rejections > 0 ? 'rejected' : approvals > 0 ? 'passed' : 'pending'
  if (mode === 'ratio') {
    const needed = (signing.percent ?? 100) * base.length
    if (approvals * 100 >= needed) return 'passed'
    return (base.length - rejections) * 100 < needed ? 'rejected' : 'pending'
  }
  return rejections > 0 ? 'rejected' : approvals === base.length ? 'passed' : 'pending'
}

/**
 * What a node has come to. Who was added to sign after an approval has to sign before it passes.
 */
export function verdictOf(signing: Signing, tasks: readonly TaskState[]): Verdict {
  const all = counted(tasks)
  if (all.some((one) => one.place !== null && isRejected(one))) return 'rejected'
  const verdict = verdictOfBase(
    signing,
    all.filter(({ place }) => place === null),
  )
  if (verdict !== 'passed') return verdict
  const isOwed = all.some(
    (one) =>
      one.place === 'after' &&
      !isApproved(one) &&
      all.some((anchor) => anchor.id === one.anchorId && isApproved(anchor)),
  )
  return isOwed ? 'pending' : 'passed'
}

/** Waiting tasks whose turn it is now. */
export function nextTurns(signing: Signing, tasks: readonly TaskState[]): number[] {
  const all = counted(tasks)
  const isDone = (one: TaskState) =>
    isApproved(one) &&
    all.every((added) => added.anchorId !== one.id || added.place !== 'after' || isApproved(added))
  const mayOpen = (one: TaskState): boolean => {
    if (one.place === 'after')
      return all.some((anchor) => anchor.id === one.anchorId && isApproved(anchor))
    if (
      all.some(
        (added) => added.anchorId === one.id && added.place === 'before' && !isApproved(added),
      )
    )
      return false
    if (one.place === 'before' || signing.mode !== 'inOrder' || one.standIn !== null) return true
    return all
      .filter((before) => before.place === null && before.position < one.position)
      .every(isDone)
  }
  return all.filter((one) => one.state === taskStates.waiting && mayOpen(one)).map(({ id }) => id)
}
