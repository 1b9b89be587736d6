import { useTranslation } from 'react-i18next'
import { untypedT } from '#src/kit/definition/label.ts'
import { TextBox } from '#src/ui/TextBox.ts'
import { isEmpty, type CellProps, type FieldType, type FilterProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { numberText, readNumber } from './number-text.ts'

export function useUnit(unit: string | undefined): string | undefined {
  const { t } = useTranslation('common')
  return unit && untypedT(t)(`common:units.${unit}`, { defaultValue: unit })
}

function Cell({ name, field, row, isBare, decimals }: CellProps) {
  const { i18n } = useTranslation()
  const unit = useUnit(field.unit)
  const value = row[name]
  if (isEmpty(value) || !Number.isFinite(Number(value))) return <EmptyValue />
  const text = numberText(Number(value), i18n.language, field, decimals)
  return <span className="kit-number">{unit && !isBare ? `${text} ${unit}` : text}</span>
}

export const textOf = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

function Filter({ id, value, onChange }: FilterProps) {
  return (
    <TextBox
      id={id}
      allowClear
      inputMode="numeric"
      value={textOf(value)}
      onChange={(event) => onChange(readNumber(event.target.value))}
    />
  )
}

export const integerFace: FieldType = { Cell, Filter, align: 'right' }
export const decimalFace: FieldType = { Cell, align: 'right' }
