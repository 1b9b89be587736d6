import { deviceTypes, type DeviceTypeName } from '../devices/index.ts'
import { devicesByType } from './by-type.ts'
import { device, deviceManagerScreen } from './device.ts'

/**
 * Where a device is looked at: under its type for who holds that code, else among all devices;
 * nowhere for others. `type`: null where nobody says it.
 */
export function devicePage(
  granted: ReadonlySet<string>,
  id: number,
  type: DeviceTypeName | null,
): string | null {
  const own =
    type && granted.has(deviceTypes[type].permissions.list)
      ? devicesByType.find((one) => one.type === type)
      : undefined
  if (own) return `${own.screen.route}/data/${id}`
  return granted.has(device.permissions.list) ? `${deviceManagerScreen.route}/data/${id}` : null
}
