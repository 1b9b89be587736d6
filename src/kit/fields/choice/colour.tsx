import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

function Cell({ name, row }: CellProps) {
  if (isEmpty(row[name])) return <EmptyValue />
  const code = String(row[name])
  return (
    <span className="kit-colour">
      <i style={{ background: code }} aria-hidden="true" />
      {code}
    </span>
  )
}

export const colourFace: FieldType = { Cell }
