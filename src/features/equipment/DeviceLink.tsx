import { Link, useLocation } from 'react-router'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { withDevice } from './opened-device.ts'

/** A device's name, leading to the page of what it reports. */
export function DeviceLink({ name, row }: CellProps) {
  const { screen } = useResource()
  return (
    <Link
      className="kit-link kit-ellipsis"
      to={`${screen.route}/data/${row.id}`}
      title={String(row[name])}
    >
      {String(row[name])}
    </Link>
  )
}
/** A device's name, opening what it reports over the list; the address says so. */
export function DeviceDialogLink({ name, row }: CellProps) {
  const { search } = useLocation()
  return (
    <Link
      className="kit-link kit-ellipsis"
      to={{ search: withDevice(search, row.id) }}
      title={String(row[name])}
    >
      {String(row[name])}
    </Link>
  )
}
