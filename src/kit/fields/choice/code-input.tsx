import { Select } from 'antd'
import { useCodeOptions } from './code.tsx'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

export function CodeInput({
  id,
  entity,
  name,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const options = useCodeOptions(entity, name, field.codes ?? {})
  return (
    <Select
      id={id}
      className="kit-full"
      allowClear={!field.required}
      options={options}
      value={(value ?? undefined) as number | string | undefined}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      onChange={(next) => onChange(next ?? null)}
      onBlur={onBlur}
    />
  )
}
