import { pumpCodes } from '#contract/devices/aerator-ii.ts'
import { device } from '#contract/equipment/device.ts'
import { isGranted } from '#src/api/permissions.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'

const codes = {
  control: device.permissions.control,
  credential: device.permissions.credential,
  ...pumpCodes,
}
export type DeviceRights = Partial<Record<keyof typeof codes, boolean>>
const none: DeviceRights = {}

/**
 * What may be done with devices whichever screen shows them: control and credentials have one code
 * for all types (docs/specification.md 3.3).
 */
export function useDeviceRights(): DeviceRights {
  const { data = none } = useRights(['device-rights'], async (): Promise<DeviceRights> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(codes).map(async ([action, code]) => [action, await isGranted(code)]),
      ),
    ),
  )
  return data
}
