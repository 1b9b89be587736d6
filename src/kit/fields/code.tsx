import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { codeName, loosely, optionLabel } from '../label.ts'
import { isEmpty, statusOf, type CellProps, type FieldFace, type FilterProps, type InputProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'

type Codes = Readonly<Record<string, number | string>>

function useOptions(entity: Entity, name: string, codes: Codes) {
  const t = loosely(useTranslation(entity.module).t)
  return Object.entries(codes).map(([code, value]) => ({ value, label: optionLabel(t, entity, name, code) }))
}

function Cell({ entity, name, field, row }: CellProps) {
  const t = loosely(useTranslation(entity.module).t)
  const value = row[name]
  if (isEmpty(value)) return <Nothing />
  const code = codeName(field.codes, value)
  const label = code ? optionLabel(t, entity, name, code) : String(value)
  if (entity.stateField !== name) return <>{label}</>
  // The first state is where a record begins; any other has gone on from there.
  return <StatusTag tone={code === Object.keys(field.codes ?? {})[0] ? 'quiet' : 'good'}>{label}</StatusTag>
}

function CodeInput({ id, entity, name, field, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  const options = useOptions(entity, name, field.codes ?? {})
  return (
    <Select
      id={id} className="kit-full" allowClear={!field.required} options={options} value={(value ?? undefined) as number | string | undefined}
      disabled={disabled} status={statusOf(invalid)} aria-describedby={describedBy}
      onChange={(next) => onChange(next ?? null)} onBlur={onBlur}
    />
  )
}

function Filter({ id, entity, name, field, value, onChange }: FilterProps) {
  const options = useOptions(entity, name, { ...field.filterCodes, ...field.codes })
  return <Select id={id} allowClear className="kit-full" options={options} value={(value ?? undefined) as number | string | undefined} onChange={onChange} />
}

export const codeFace: FieldFace = { Cell, Input: CodeInput, Filter }
