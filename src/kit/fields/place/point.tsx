import { formatLatLng, parseLatLng } from '#src/lib/coordinates.ts'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

function Cell({ name, row }: CellProps) {
  const pair = parseLatLng(isEmpty(row[name]) ? null : String(row[name]))
  // Invalid becomes empty (contract: coordinates).
  return pair ? <span className="kit-number">{formatLatLng(pair)}</span> : <EmptyValue />
}

export const pointFace: FieldType = { Cell }
