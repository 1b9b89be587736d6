import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'

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
    <ClockPicker
      of="clock"
      id={id}
      className="kit-full"
      value={(value as string | null) ?? ''}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      allowClear
      onChange={(clock) => onChange(clock || null)}
      onBlur={onBlur}
    />
  )
}
