import { Input } from 'antd'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

/** A time of day, 'HH:MM'. */
export default function ClockInput({
  id,
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
      type="time"
      value={(value as string | null) ?? ''}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      allowClear
      onChange={(event) => onChange(event.target.value || null)}
      onBlur={onBlur}
    />
  )
}
