import { Select } from 'antd'
import { useCodeOptions } from './code.tsx'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

export function ChoicesInput({
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
      mode="multiple"
      allowClear={!field.required}
      options={options}
      optionFilterProp="label"
      value={(value ?? []) as string[]}
      disabled={disabled}
      status={statusOf(invalid)}
      aria-describedby={describedBy}
      onChange={(next: string[]) => onChange(next)}
      onBlur={onBlur}
    />
  )
}
