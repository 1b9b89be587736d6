import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'
import { textFace } from './text.tsx'

function Cell({ name, row }: CellProps) {
  const number = row[name]
  return isEmpty(number) ? <Nothing /> : <a href={`tel:${String(number)}`}>{String(number)}</a>
}

export const phoneFace: FieldFace = { Cell, Filter: textFace.Filter }
