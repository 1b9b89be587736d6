import type { CellProps } from '#src/kit/fields/kind.ts'
import { linesFace } from '#src/kit/fields/lines/lines.tsx'
import { workLines } from './pieces.ts'

/** Who worked how long, or how much of what is paid by the piece. */
export const HoursCell = (props: CellProps) => (
  <linesFace.Cell {...props} field={workLines(props.row, props.row[props.name], props.field)} />
)
