import { Link } from 'react-router'
import { deviceManagerScreen } from '#contract/equipment/device.ts'
import { equipment } from '#contract/equipment/by-type.ts'
import { useIsListed } from '#src/kit/use-is-listed.ts'

/** Under which screen a device's page stands for whoever is signed in: the list of its type, else the one of all devices; null where they may open neither. */
function useDeviceRoute(type: string | null): string | null {
  const own = equipment.find((one) => one.type === type)?.screen
  const ofType = useIsListed(own ?? deviceManagerScreen)
  const ofAll = useIsListed(deviceManagerScreen)
  if (own && ofType) return own.route
  return ofAll ? deviceManagerScreen.route : null
}
interface DevicePlaceProps { id: number; name: string; type: string | null; className?: string }

/** A device's name, leading to its page for whoever may open it. */
export function DevicePlace({ id, name, type, className = 'kit-ellipsis' }: DevicePlaceProps) {
  const route = useDeviceRoute(type)
  return route ? <Link className={`kit-link ${className}`} to={`${route}/data/${id}`} title={name}>{name}</Link> : <span className={className} title={name}>{name}</span>
}
