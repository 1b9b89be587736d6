import { Select } from 'antd'
import type { AlarmLevel } from '#contract/alarm/alarm-rule.ts'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { statusOf, type CellProps, type InputProps } from '#src/kit/fields/kind.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { levelTone } from './alarm-words.ts'

type About = Pick<CellProps, 'entity' | 'name' | 'field'>
function Level({ entity, name, field, level }: About & { level: AlarmLevel }) {
  const t = useLabels(entity)
  return (
    <StatusTag tone={levelTone[level]}>
      {optionLabel(t, entity, name, codeName(field.codes, level)!)}
    </StatusTag>
  )
}

/** How bad an alarm is, marked as alarms are. */
export const AlarmLevelCell = ({ row, ...about }: CellProps) => (
  <Level {...about} level={row[about.name] as AlarmLevel} />
)
export function AlarmLevelInput({
  id,
  entity,
  name,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  return (
    <Select
      id={id}
      className="kit-full"
      value={(value ?? undefined) as AlarmLevel | undefined}
      options={Object.values((field.codes ?? {}) as Record<string, AlarmLevel>).map((level) => ({
        value: level,
        label: <Level entity={entity} name={name} field={field} level={level} />,
      }))}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      onChange={(next: AlarmLevel) => onChange(next)}
      onBlur={onBlur}
    />
  )
}
