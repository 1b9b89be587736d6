import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'

function Cell({ name, row }: CellProps) {
  if (isEmpty(row[name])) return <Nothing />
  const code = String(row[name])
  return (
    <span className="kit-colour">
      <i style={{ background: code }} aria-hidden="true" />
      {code}
    </span>
  )
}

export const colourFace: FieldFace = { Cell }
