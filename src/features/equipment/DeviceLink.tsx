import { Link, useLocation } from 'react-router'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { DevicePlace } from './DevicePlace.tsx'
import { withDevice } from './opened-device.ts'

/** A device's name, leading to the page of what it reports; its number beneath. */
export const DeviceLink = ({ name, row }: CellProps) => (
  <>
    <DevicePlace id={row.id} name={String(row[name])} type={String(row.deviceType)} />
    <Eui row={row} />
  </>
)
/** A device's name, opening what it reports over the list; the address says so. */
export function DeviceDialogLink({ name, row }: CellProps) {
  const { search } = useLocation()
  return (
    <>
      <Link
        className="kit-link kit-ellipsis"
        to={{ search: withDevice(search, row.id) }}
        title={String(row[name])}
      >
        {String(row[name])}
      </Link>
      <Eui row={row} />
    </>
  )
}

/** A column of its own would take the room of what the device reports. */
const Eui = ({ row }: Pick<CellProps, 'row'>) => (
  <small className="device-beneath">{String(row.eui)}</small>
)
