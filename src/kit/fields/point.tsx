import { formatLatLng, parseLatLng } from '#src/lib/coordinates.ts'
import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'

function Cell({ name, row }: CellProps) {
  const pair = parseLatLng(isEmpty(row[name]) ? null : String(row[name]))
  // Invalid becomes empty (contract: coordinates).
  return pair ? <span className="kit-number">{formatLatLng(pair)}</span> : <Nothing />
}

export const pointFace: FieldFace = { Cell }
