import { ownFieldColumns, choicesOf, type OwnFieldKind } from '#contract/farm/task-asks.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { codeName, lineLabel, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import './asks.css'

interface Asked {
  name: string
  kind: OwnFieldKind
  unit?: string | null
  choices?: string | null
  requiredFlag?: 0 | 1 | null
}
/** The fields of a kind of task, one a row: a table of them does not fit a phone. */
export function FieldsCell({ row, isDetail }: CellProps) {
  const t = useLabels(taskType)
  const all = (row.ownFields ?? []) as Asked[]
  if (all.length === 0) return <EmptyValue />
  if (!isDetail)
    return <span className="kit-number">{t('kit:lines.count', { count: all.length })}</span>
  const about = (one: Asked) => [
    optionLabel(t, taskType, 'kind', codeName(ownFieldColumns.kind.codes, one.kind) ?? one.kind),
    one.unit,
    choicesOf(one).join(' / '),
    one.requiredFlag === 1 && lineLabel(t, taskType, 'ownFields', 'requiredFlag'),
  ]
  return (
    <ul className="ask-fields">
      {all.map((one) => (
        <li key={one.name}>
          {one.name} <small>{about(one).filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ul>
  )
}
