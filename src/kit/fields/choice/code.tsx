import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { codeName, untypedT, optionLabel } from '#src/kit/definition/label.ts'
import { isEmpty, type CellProps, type FieldType, type FilterProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { isState, toneOf } from './tones.ts'

type Codes = Readonly<Record<string, number | string>>

export function useCodeOptions(entity: Entity, name: string, codes: Codes) {
  const t = untypedT(useTranslation(entity.module).t)
  return Object.entries(codes).map(([code, value]) => ({
    value,
    label: optionLabel(t, entity, name, code),
  }))
}

function Cell({ entity, name, field, row }: CellProps) {
  const t = untypedT(useTranslation(entity.module).t)
  const value = row[name]
  if (isEmpty(value)) return <EmptyValue />
  const code = codeName(field.codes, value)
  const label = code ? optionLabel(t, entity, name, code) : String(value)
  if (!isState(name)) return <>{label}</>
  return <StatusTag tone={code ? toneOf(code) : 'quiet'}>{label}</StatusTag>
}

function Filter({ id, entity, name, field, value, onChange }: FilterProps) {
  const options = useCodeOptions(entity, name, { ...field.filterCodes, ...field.codes })
  return (
    <Select
      id={id}
      allowClear
      className="kit-full"
      options={options}
      value={(value ?? undefined) as number | string | undefined}
      onChange={onChange}
    />
  )
}

export const codeFace: FieldType = { Cell, Filter }
