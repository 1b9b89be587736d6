import type { CellProps } from '#src/kit/fields/kind.ts'
import UnitName from '#src/kit/fields/ref/UnitName.tsx'

/** A unit of goods, by the name that it has in the language of who reads. */
export default function UnitCell({ row, name }: CellProps) {
  return <UnitName name={row[name]} />
}
