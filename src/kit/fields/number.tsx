import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loosely } from '../label.ts'
import { isEmpty, statusOf, type CellProps, type FieldFace, type FilterProps, type InputProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'
import { readNumber } from './number-text.ts'

function useUnit(unit: string | undefined): string | undefined {
  const { t } = useTranslation('common')
  return unit && loosely(t)(`common:units.${unit}`, { defaultValue: unit })
}

function Cell({ name, field, row }: CellProps) {
  const { i18n } = useTranslation()
  const unit = useUnit(field.unit)
  const value = row[name]
  if (isEmpty(value) || !Number.isFinite(Number(value))) return <Nothing />
  const text = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: field.scale ?? 0 }).format(Number(value))
  return <span className="kit-number">{unit ? `${text} ${unit}` : text}</span>
}

const textOf = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? String(value) : '')

/** Text rather than antd's number box: full-width digits, a half-typed "1." and pasted "1,250" all stay what the person typed. */
function NumberInput({ id, field, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  const unit = useUnit(field.unit)
  const [typed, setTyped] = useState<string>()
  const shown = typed !== undefined && readNumber(typed) === value ? typed : textOf(value)
  return (
    <Input
      id={id}
      value={shown}
      suffix={unit ?? <span />}
      inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      disabled={disabled}
      status={statusOf(invalid)}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      aria-required={field.required || undefined}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(readNumber(event.target.value))
      }}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
    />
  )
}

function Filter({ id, value, onChange }: FilterProps) {
  return <Input id={id} allowClear inputMode="numeric" value={textOf(value)} onChange={(event) => onChange(readNumber(event.target.value))} />
}

export const integerFace: FieldFace = { Cell, Input: NumberInput, Filter, align: 'right' }
export const decimalFace: FieldFace = { Cell, Input: NumberInput, align: 'right' }
