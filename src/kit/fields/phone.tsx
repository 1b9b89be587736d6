import { Input } from 'antd'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { isEmpty, statusOf, type CellProps, type FieldFace, type InputProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'
import { textFace } from './text.tsx'

function Cell({ name, row }: CellProps) {
  const number = row[name]
  return isEmpty(number) ? <Nothing /> : <a href={`tel:${String(number)}`}>{String(number)}</a>
}

function PhoneInput({ id, field, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  return (
    <Input
      id={id} value={typeof value === 'string' ? value : ''} inputMode="tel" autoComplete="off" disabled={disabled}
      status={statusOf(invalid)} aria-invalid={invalid || undefined} aria-describedby={describedBy} aria-required={field.required || undefined}
      onChange={(event) => onChange(toHalfWidth(event.target.value).replaceAll(/[\s-]/g, ''))} onBlur={onBlur}
    />
  )
}

export const phoneFace: FieldFace = { Cell, Input: PhoneInput, Filter: textFace.Filter }
