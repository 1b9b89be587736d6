import { Input } from 'antd'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

export function PhoneInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  return (
    <Input
      id={id}
      value={typeof value === 'string' ? value : ''}
      inputMode="tel"
      autoComplete="off"
      disabled={disabled}
      status={statusOf(invalid)}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      aria-required={field.required || undefined}
      onChange={(event) => onChange(toHalfWidth(event.target.value).replaceAll(/[\s-]/g, ''))}
      onBlur={onBlur}
    />
  )
}
