import { TextBox } from '#src/ui/TextBox.ts'
import { isEmpty, type CellProps, type FieldType, type FilterProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

/** Numbers and codes are told apart by their ends: what is short enough is never cut. */
const shortCode = /^[\w-]{1,22}$/

function Cell({ name, row, isDetail }: CellProps) {
  const text = row[name]
  if (isEmpty(text)) return <EmptyValue />
  return isDetail ? (
    <span className="kit-text">{String(text)}</span>
  ) : (
    <span
      className={`kit-ellipsis${shortCode.test(String(text)) ? ' kit-whole' : ''}`}
      title={String(text)}
    >
      {String(text)}
    </span>
  )
}

function Filter({ id, value, onChange, field }: FilterProps) {
  return (
    <TextBox
      id={id}
      allowClear
      value={typeof value === 'string' ? value : ''}
      maxLength={field.max}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export const textFace: FieldType = { Cell, Filter }
