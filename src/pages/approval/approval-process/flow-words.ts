import type { Fact } from '#contract/approval/form.ts'
import type { FlowCondition, FlowNode } from '#contract/approval/process.ts'
import type { FlowChoices } from '#contract/approval/process-calls.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import type { Names } from './flow-edit.ts'

export const namesOf = (t: Translate): Names => ({
  approver: t('approval:flow.kinds.approver'),
  copy: t('approval:flow.kinds.copy'),
  condition: t('approval:flow.kinds.condition'),
  branch: t('approval:flow.kinds.branch'),
  otherwise: t('approval:flow.otherwise'),
})
const tables = {
  warehouse: 'warehouses',
  partner: 'partners',
  organization: 'organizations',
} as const
const nameOf = (
  list: readonly { id: number; name: string }[] | undefined,
  id: number | null | undefined,
) => list?.find((one) => one.id === id)?.name ?? (id ? `#${id}` : '')

/** What a condition on a fact can choose from. */
export function valuesOf(
  t: Translate,
  choices: FlowChoices | undefined,
  fact: Fact | undefined,
): { value: string; label: string }[] {
  if (fact?.kind === 'choice')
    return fact.codes.map((value) => ({ value, label: t(`approval:values.${value}`) }))
  return fact?.kind === 'ref'
    ? (choices?.[tables[fact.to]] ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
    : []
}

function conditionText(
  t: Translate,
  choices: FlowChoices | undefined,
  facts: Readonly<Record<string, Fact>>,
  { fact, operator, value, values }: FlowCondition,
): string {
  const known = valuesOf(t, choices, facts[fact])
  const shown =
    operator === 'is' || operator === 'isNot'
      ? (values ?? [])
          .map((one) => known.find((option) => option.value === one)?.label ?? one)
          .join(t('approval:flow.or'))
      : String(value ?? '')
  return `${t(`approval:facts.${fact}`)} ${t(`approval:flow.operators.${operator}`)} ${shown}`
}

/** Whom a node names, in words. */
function peopleText(
  t: Translate,
  choices: FlowChoices | undefined,
  { source, userIds, roleId, organizationId }: FlowNode,
): string {
  if (source === 'users')
    return (userIds ?? []).map((id) => nameOf(choices?.users, id)).join(t('approval:flow.and'))
  if (source === 'role') return nameOf(choices?.roles, roleId)
  if (source === 'leader')
    return organizationId
      ? t('approval:flow.leaderOf', { name: nameOf(choices?.organizations, organizationId) })
      : ''
  return source ? t(`approval:flow.sources.${source}`) : ''
}

/** What stands on a node's card: one line each. */
export function linesOf(
  t: Translate,
  choices: FlowChoices | undefined,
  facts: Readonly<Record<string, Fact>>,
  node: FlowNode,
): string[] {
  if (node.kind === 'branch')
    return (node.conditions ?? []).map((one) => conditionText(t, choices, facts, one))
  const people = peopleText(t, choices, node)
  if (node.kind === 'copy')
    return [people, node.copyOn ? t(`approval:flow.copyOn.${node.copyOn}`) : ''].filter(Boolean)
  return [
    people,
    node.mode ? t(`approval:flow.modes.${node.mode}`, { percent: node.percent ?? '–' }) : '',
    node.timeoutAction && node.timeoutAction !== 'none' && node.timeoutHours
      ? t('approval:flow.after', {
          hours: node.timeoutHours,
          action: t(`approval:flow.timeouts.${node.timeoutAction}`),
        })
      : '',
  ].filter(Boolean)
}
