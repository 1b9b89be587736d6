import { Input } from 'antd'
import { useState } from 'react'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'
import { readNumber } from './number-text.ts'
import { textOf, useUnit } from './number.tsx'

/**
 * Text rather than antd's number box: full-width digits, a half-typed "1." and pasted "1,250" all
 * stay what the person typed.
 */
export function NumberInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
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
