import { Link } from 'react-router'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { Nothing } from '#src/kit/fields/Nothing.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { withDevice } from './opened-device.ts'

/** The device of an outage, leading to its data where its type is looked after; of a deleted one nothing is known. */
export function OutageDevice({ row }: Pick<CellProps, 'row'>) {
  const type = row.deviceType as DeviceTypeName | null
  if (!type) return <Nothing />
  return <Link className="kit-link kit-ellipsis" to={`${deviceTypes[type].route}?${withDevice('', Number(row.deviceId))}`}>{String(row.deviceName)}</Link>
}
