import { Input } from 'antd'
import type { CellProps, FieldFace, FilterProps, InputProps } from './kind.ts'
import { isEmpty, statusOf } from './kind.ts'
import { Nothing } from './Nothing.tsx'

/** From here on a single line is too small to read back what was typed. */
const manyLinesFrom = 100

function Cell({ name, row, roomy }: CellProps) {
  const text = row[name]
  if (isEmpty(text)) return <Nothing />
  return roomy ? <span className="kit-text">{String(text)}</span> : <span className="kit-ellipsis" title={String(text)}>{String(text)}</span>
}

function TextInput({ id, field, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
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
    return <Input.TextArea {...common} autoSize={{ minRows: 2, maxRows: 8 }} onChange={(event) => onChange(event.target.value)} />
  }
  return <Input {...common} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
}

function Filter({ id, value, onChange, field }: FilterProps) {
  return <Input id={id} allowClear value={typeof value === 'string' ? value : ''} maxLength={field.max} onChange={(event) => onChange(event.target.value)} />
}

export const textFace: FieldFace = { Cell, Input: TextInput, Filter }
