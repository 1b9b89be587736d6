import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { partWords } from './part-words.ts'

/** Which parts of its plots a record has. */
export function PartsCell({ name, row }: CellProps) {
  const words = partWords(row[name])
  if (!words) return <EmptyValue />
  return (
    <span className="kit-ellipsis" title={words}>
      {words}
    </span>
  )
}
