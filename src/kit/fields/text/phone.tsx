import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { textFace } from './text.tsx'

function Cell({ name, row }: CellProps) {
  const number = row[name]
  return isEmpty(number) ? <EmptyValue /> : <a href={`tel:${String(number)}`}>{String(number)}</a>
}

export const phoneFace: FieldType = { Cell, Filter: textFace.Filter }
