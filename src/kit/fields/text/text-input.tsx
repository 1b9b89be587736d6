import { Input } from 'antd'
import { statusOf, type InputProps } from '#src/kit/fields/kind.ts'

/** From here on a single line is too small to read back what was typed. */
const manyLinesFrom = 100

export function TextInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
}: InputProps) {
  const common = {
    id,
    value: typeof value === 'string' ? value : '',
    disabled,
    onBlur,
    status: statusOf(invalid),
    count: field.max === undefined ? undefined : { show: true, max: field.max },
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-required': field.required || undefined,
  }
  if ((field.max ?? 0) >= manyLinesFrom) {
    return (
      <Input.TextArea
        {...common}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return <Input {...common} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
}
