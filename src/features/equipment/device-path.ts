import { useCallback } from 'react'
import { deviceTypeNames, deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import { devicePage } from '#contract/equipment/device-page.ts'
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
/** A device that was just made goes on where it is connected. */
export const connectionPath = async ({ id, deviceType }: Row): Promise<string | null> =>
  devicePage(await seenCodes(), id, deviceType as DeviceTypeName)
const none: ReadonlySet<string> = new Set()
/** The one address that each device has for this user. */
export function useDevicePath(): Paths {
  const { data = none } = useRights(['device-path'], seenCodes)
  return useCallback((id, type) => devicePage(data, id, type), [data])
}
