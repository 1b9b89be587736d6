import { useTranslation } from 'react-i18next'
import { untypedT } from '#src/kit/definition/label.ts'
import { TextBox } from '#src/ui/TextBox.ts'
import { isEmpty, type CellProps, type FieldType, type FilterProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { readNumber } from './number-text.ts'

export function useUnit(unit: string | undefined): string | undefined {
  const { t } = useTranslation('common')
  return unit && untypedT(t)(`common:units.${unit}`, { defaultValue: unit })
}

function Cell({ name, field, row }: CellProps) {
  const { i18n } = useTranslation()
  const unit = useUnit(field.unit)
  const value = row[name]
  if (isEmpty(value) || !Number.isFinite(Number(value))) return <EmptyValue />
  const text = new Intl.NumberFormat(i18n.language, {
    // Prices stand under each other as amounts do, whatever finer figures one of them has.
    minimumFractionDigits: field.unit === 'yuan' ? Math.min(2, field.scale ?? 0) : 0,
    maximumFractionDigits: field.scale ?? 0,
  }).format(Number(value))
  return <span className="kit-number">{unit ? `${text} ${unit}` : text}</span>
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
