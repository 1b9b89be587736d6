import { resized } from '#contract/file/file-calls.ts'
import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'

function Cell({ name, row, roomy, entity }: CellProps) {
  const url = row[name]
  if (isEmpty(url)) return <Nothing />
  return <img className={roomy ? 'kit-picture' : 'kit-thumbnail'} src={resized(String(url))} alt={String(row[entity.title] ?? '')} loading="lazy" />
}

export const imageFace: FieldFace = { Cell }
