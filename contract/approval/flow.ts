import type { Fact, FactKinds } from './form.ts'
import { factsOf, formOf } from './forms.ts'
import type { FlowCondition, FlowNode } from './process.ts'

/** What is asked of a document, by name (contract: forms). */
export type Facts = Readonly<Record<string, string | number | null | undefined>>
/** A node on the way, with its branches where it parts. */
export interface Step {
  node: FlowNode
  branches: Branch[]
}
export interface Branch {
  node: FlowNode
  steps: Step[]
  isDefault: boolean
}

/** The flow as it is drawn: what lies in each branch, in order. */
export function treeOf(nodes: readonly FlowNode[], parent = ''): Step[] {
  return nodes
    .filter((node) => node.kind !== 'branch' && (node.parent ?? '') === parent)
    .map((node) => {
      const branches =
        node.kind === 'condition'
          ? nodes.filter(({ kind, parent: of }) => kind === 'branch' && of === node.key)
          : []
      return {
        node,
        branches: branches.map((branch, at) => ({
          node: branch,
          steps: treeOf(nodes, branch.key),
          isDefault: at === branches.length - 1,
        })),
      }
    })
}

const compare: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  above: (a, b) => a > b,
  atLeast: (a, b) => a >= b,
  below: (a, b) => a < b,
  atMost: (a, b) => a <= b,
  equals: (a, b) => a === b,
}
/** Whether a document meets a condition; what is not known meets none but `isNot`. */
export function holds({ fact, operator, value, values }: FlowCondition, facts: Facts): boolean {
  const given = facts[fact]
  const isKnown = given !== undefined && given !== null
  if (operator === 'is') return isKnown && (values ?? []).includes(String(given))
  if (operator === 'isNot') return !isKnown || !(values ?? []).includes(String(given))
  return (
    isKnown && value !== null && value !== undefined && compare[operator]!(Number(given), value)
  )
}

/** The nodes that a document passes, in order: conditions are answered, so only approvers and copies are left. */
export function pathOf(nodes: readonly FlowNode[], facts: Facts): FlowNode[] {
  const walk = (steps: readonly Step[]): FlowNode[] =>
    steps.flatMap(({ node, branches }) => {
      if (node.kind !== 'condition') return [node]
      const taken = branches.find(
        (branch) =>
          branch.isDefault ||
          ((branch.node.conditions ?? []).length > 0 &&
            branch.node.conditions!.every((one) => holds(one, facts))),
      )
      return taken ? walk(taken.steps) : []
    })
  return walk(treeOf(nodes))
}

export const operatorsOf = ({ kind }: Fact) =>
  kind === 'money' || kind === 'integer'
    ? (['above', 'atLeast', 'below', 'atMost', 'equals'] as const)
    : (['is', 'isNot'] as const)

/** What a node lacks, by the word of its sentence. */
type Mistake =
  | 'approver'
  | 'people'
  | 'choice'
  | 'percent'
  | 'hours'
  | 'copyOn'
  | 'branches'
  | 'condition'
  | 'place'
  | 'empty'
interface NodeMistake {
  key: string
  mistake: Mistake
}

function lacksPeople({ source, userIds, roleId, organizationId }: FlowNode): boolean {
  if (!source) return true
  return (
    (source === 'users' && !userIds?.length) ||
    (source === 'role' && !roleId) ||
    (source === 'leader' && !organizationId)
  )
}
function isMeant(condition: FlowCondition, facts: Readonly<Record<string, Fact>>): boolean {
  const fact = facts[condition.fact]
  if (!fact || !(operatorsOf(fact) as readonly string[]).includes(condition.operator)) return false
  return condition.operator === 'is' || condition.operator === 'isNot'
    ? (condition.values ?? []).length > 0
    : condition.value !== null && condition.value !== undefined
}
function mistakesOfStep(
  { node, branches }: Step,
  facts: Readonly<Record<string, Fact>>,
  mayChoose: boolean,
): NodeMistake[] {
  const found: Mistake[] = []
  if (node.kind === 'approver') {
    if (lacksPeople(node)) found.push('people')
    if (node.source === 'choice' && !mayChoose) found.push('choice')
    if (!node.mode) found.push('approver')
    if (node.mode === 'ratio' && !node.percent) found.push('percent')
    if (node.timeoutAction && node.timeoutAction !== 'none' && !node.timeoutHours)
      found.push('hours')
  }
  if (node.kind === 'copy') {
    if (lacksPeople(node) || node.source === 'choice') found.push('people')
    if (!node.copyOn) found.push('copyOn')
  }
  if (node.kind === 'condition' && branches.length < 2) found.push('branches')
  return [
    ...found.map((mistake) => ({ key: node.key, mistake })),
    ...branches.flatMap((branch) => {
      const conditions = branch.node.conditions ?? []
      const isWrong = branch.isDefault
        ? conditions.length > 0
        : conditions.length === 0 || !conditions.every((one) => isMeant(one, facts))
      return [
        ...(isWrong ? [{ key: branch.node.key, mistake: 'condition' as const }] : []),
        ...branch.steps.flatMap((step) => mistakesOfStep(step, facts, mayChoose)),
      ]
    }),
  ]
}

/** Everything that keeps a flow from being run; none means it can be. A mistake with an empty key is the flow's own. */
export function mistakesOf(
  nodes: readonly FlowNode[],
  formCode: string | null | undefined,
): NodeMistake[] {
  const facts: FactKinds = factsOf(formCode)
  const tree = treeOf(nodes)
  const reached = new Set<string>()
  const visit = ({ node, branches }: Step): void => {
    reached.add(node.key)
    for (const branch of branches) {
      reached.add(branch.node.key)
      branch.steps.forEach(visit)
    }
  }
  tree.forEach(visit)
  const lost = nodes.filter(
    ({ key }, at) => !reached.has(key) || nodes.findIndex((other) => other.key === key) !== at,
  )
  return [
    ...(nodes.some(({ kind }) => kind === 'approver')
      ? []
      : [{ key: '', mistake: 'empty' as const }]),
    ...lost.map(({ key }) => ({ key, mistake: 'place' as const })),
    ...tree.flatMap((step) => mistakesOfStep(step, facts, !formOf(formCode)?.asksNobody)),
  ]
}
