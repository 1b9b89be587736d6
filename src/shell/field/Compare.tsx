import type { Entity } from '#contract/entity.ts'
import { task } from '#contract/work/task.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useField } from '#src/kit/calls/field/use-field.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import type { FieldPack } from '#contract/work/field-calls.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { CompareCount } from './CompareCount.tsx'
import { CompareTable } from './CompareTable.tsx'

type Values = Readonly<Record<string, unknown>>
/** What a report says, beside which the server's stands. */
const compared = [
  'state',
  'leaderId',
  'checklist',
  'ownFields',
  'hours',
  'used',
  'machines',
  'waterUsed',
  'warehouseId',
  'harvested',
  'harvestedKg',
  'harvestSkuId',
  'reportNote',
]
const stateOf = {
  claim: taskStates.notStarted,
  start: taskStates.inProgress,
  reportOwn: taskStates.inProgress,
  finish: taskStates.finished,
} as const

const sameText = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const nothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

/** Names of what was taken along, for what only has a number here. */
function named(pack: FieldPack | undefined, entry: Entry): Values {
  const nameOf = (list: readonly { id: number; name: string }[] | undefined, id: unknown) =>
    list?.find((one) => one.id === id)?.name
  const lines = (
    of: unknown,
    key: string,
    list: readonly { id: number; name: string }[] | undefined,
  ) =>
    Array.isArray(of)
      ? (of as Values[]).map((line) => ({ ...line, [`${key}Name`]: nameOf(list, line[key]) }))
      : of
  const { input } = entry
  return {
    ...input,
    hours: lines(input.hours, 'workerId', pack?.workers),
    used: lines(input.used, 'skuId', pack?.goods),
    machines: lines(input.machines, 'machineKindId', pack?.machineKinds),
    warehouseIdName: nameOf(pack?.warehouses, input.warehouseId),
    harvestSkuIdName: nameOf(pack?.goods, input.harvestSkuId),
  }
}
const linesText = (lines: readonly Values[]) =>
  lines
    .map(({ workerIdName, workerId, hours, skuIdName, skuId, lot, quantity, ...machine }) =>
      [
        workerIdName ?? skuIdName ?? machine.machineKindIdName ?? workerId ?? skuId,
        lot ?? machine.which,
        hours ?? quantity,
      ]
        .filter((part) => part !== null && part !== undefined && part !== '')
        .map(String)
        .join(' '),
    )
    .join('; ')

/** Of what a task asks for, what was ticked off and filled in. */
const askedText = (lines: readonly Values[], flagWord: (flag: unknown) => string) =>
  lines
    .filter((line) => line.doneFlag === 1 || line.answer || typeof line.yesFlag === 'number')
    .map(({ item, name, answer, yesFlag }) =>
      item ? String(item) : `${String(name)} ${String(answer ?? flagWord(yesFlag))}`,
    )
    .join('; ')
const isAsked = (name: string) => name === 'checklist' || name === 'ownFields'

/** Mine and theirs, field by field, where they differ; nothing where the server has no such record. */
export function Compare({ entry }: { entry: Entry }) {
  const { kind, problem } = entry
  if (!problem?.theirs || kind === 'log' || kind === 'signIn' || kind === 'signOut') return null
  return kind === 'count' || kind === 'countStart' ? (
    <CompareCount entry={entry} theirs={problem.theirs} />
  ) : (
    <CompareTask entry={entry} state={stateOf[kind]} theirs={problem.theirs} />
  )
}

interface TaskProps {
  entry: Entry
  state: number
  theirs: Values
}
function CompareTask({ entry, state, theirs }: TaskProps) {
  const entity: Entity = task
  const labels = useLabels(entity)
  const { kept } = useField()
  const self = entry.kind === 'claim' ? kept?.pack.worker : null
  const mine: Values = {
    ...named(kept?.pack, entry),
    state,
    ...(self && { leaderId: self.id, leaderIdName: self.name }),
  }
  const names = compared.filter(
    (name) =>
      (name === 'state' || name in entry.input || (self && name === 'leaderId')) &&
      !(nothing(mine[name]) && nothing(theirs[name])) &&
      !sameText(plain(mine[name]), plain(theirs[name])),
  )
  if (names.length === 0) return null
  const text = (name: string, of: Values) => {
    const value = of[name]
    if (nothing(value)) return '—'
    if (isAsked(name))
      return askedText(value as Values[], (flag) =>
        labels(`common:flags.${flag === 1 ? 'yes' : 'no'}`),
      )
    if (Array.isArray(value)) return linesText(value as Values[])
    const field = entity.fields[name]!
    const Cell = fieldTypes[field.kind].Cell
    return <Cell entity={entity} name={name} field={field} row={of as Row} />
  }
  return (
    <CompareTable
      rows={names.map((name) => ({
        label: fieldLabel(labels, entity, name),
        mine: text(name, mine),
        theirs: text(name, theirs),
      }))}
    />
  )
}
/** Lines without the names beside their numbers. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return (value as Values[]).map(
    ({
      workerId,
      hours,
      skuId,
      lot,
      quantity,
      item,
      doneFlag,
      name,
      answer,
      yesFlag,
      ...machine
    }) => [
      workerId ?? skuId ?? machine.machineKindId ?? item ?? name,
      lot ?? machine.which ?? null,
      hours ?? quantity ?? doneFlag ?? answer ?? yesFlag ?? null,
    ],
  )
}
