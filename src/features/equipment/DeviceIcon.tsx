import type { DeviceTypeName } from '#contract/devices/index.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { viewOf } from './views/index.ts'

/** The mark of a device type, coloured by whether the device is to be heard. */
export const DeviceIcon = ({
  type,
  isOnline,
  size = 20,
}: {
  type: DeviceTypeName
  isOnline: boolean
  size?: number
}) => (
  <span className={isOnline ? 'device-icon device-icon-online' : 'device-icon'}>
    <LineIcon name={viewOf(type).icon} size={size} />
  </span>
)
