import { Link } from 'react-router'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { useResource } from '#src/kit/definition-context.ts'

/** A device's name, leading to what it reports. */
export function DeviceLink({ name, row }: CellProps) {
  const { screen } = useResource()
  return <Link className="kit-link kit-ellipsis" to={`${screen.route}/data/${row.id}`} title={String(row[name])}>{String(row[name])}</Link>
}
