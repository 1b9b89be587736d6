import { Link } from 'react-router'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { useDevicePath } from './device-path.ts'

interface DevicePlaceProps {
  id: number
  name: string
  type: string | null
  className?: string
}

/** A device's name, leading to its page for whoever may open it. */
export function DevicePlace({ id, name, type, className = 'kit-ellipsis' }: DevicePlaceProps) {
  const to = useDevicePath()(id, type as DeviceTypeName | null)
  return to ? (
    <Link className={`kit-link ${className}`} to={to} title={name}>
      {name}
    </Link>
  ) : (
    <span className={className} title={name}>
      {name}
    </span>
  )
}
