import { TextBox } from '#src/ui/TextBox.ts'
import { isEmpty, type CellProps, type FieldFace, type FilterProps } from './kind.ts'
import { Nothing } from './Nothing.tsx'

function Cell({ name, row, roomy }: CellProps) {
  const text = row[name]
  if (isEmpty(text)) return <Nothing />
  return roomy ? (
    <span className="kit-text">{String(text)}</span>
  ) : (
    <span className="kit-ellipsis" title={String(text)}>
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

export const textFace: FieldFace = { Cell, Filter }
