import { useCallback } from 'react'
import { deviceTypeNames, deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { device, deviceManagerScreen } from '#contract/equipment/device.ts'
import { isGranted } from '#src/api/permissions.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'
import type { Row } from '#src/kit/definition/resource.ts'

/** `type`: null where nobody says it. */
type Paths = (id: number, type: DeviceTypeName | null) => string | null
const listCodes = [
  ...new Set([
    device.permissions.list,
    ...deviceTypeNames.map((name) => deviceTypes[name].permissions.list),
  ]),
]

/** Which codes that show devices the user holds; one question for all of them. */
export async function seenCodes(): Promise<ReadonlySet<string>> {
  return new Set(
    (
      await Promise.all(listCodes.map(async (code) => ((await isGranted(code)) ? [code] : [])))
    ).flat(),
  )
}
/**
 * Where a device is looked at: under its type for who holds that code, else among all devices;
 * nowhere for others.
 */
export function devicePath(
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
/** A device that was just made goes on where it is connected. */
export const connectionPath = async ({ id, deviceType }: Row): Promise<string | null> =>
  devicePath(await seenCodes(), id, deviceType as DeviceTypeName)
const none: ReadonlySet<string> = new Set()
/** The one address that each device has for this user. */
export function useDevicePath(): Paths {
  const { data = none } = useRights(['device-path'], seenCodes)
  return useCallback((id, type) => devicePath(data, id, type), [data])
}
