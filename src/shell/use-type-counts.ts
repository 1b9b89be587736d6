import { useMemo } from 'react'
import type { MenuNode } from '#contract/account/menus.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { deviceTypeCounts, type TypeCount } from '#contract/equipment/device-calls.ts'
import { entityOutlines, screens } from '#contract/outlines.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/**
 * How many devices are behind each tab of the devices' page, in the chosen base, and how many of
 * them need somebody: all of them behind its own. Undefined for pages whose tabs are no types, and while it is asked.
 */
export function useTypeCounts({
  route: all,
  children,
}: MenuNode): ((route: string) => TypeCount | undefined) | undefined {
  const areaId = useCurrentBase()
  const isOfTypes = children.some(({ route }) => typeAt(route))
  const { data } = useCall(deviceTypeCounts, isOfTypes ? { ...(areaId && { areaId }) } : null, {
    staleTime: 15_000,
    placeholderData: (before) => before,
  })
  return useMemo(
    () =>
      data &&
      ((route: string) => {
        const type = typeAt(route)
        if (type) return data[type] ?? none
        return route === all ? Object.values(data).reduce(both, none) : undefined
      }),
    [data, all],
  )
}
const none: TypeCount = { count: 0, alarmed: 0, offline: 0 }
const both = (one: TypeCount, other: TypeCount): TypeCount => ({
  count: one.count + other.count,
  alarmed: one.alarmed + other.alarmed,
  offline: one.offline + other.offline,
})
/** The type of devices of which a list shows those alone. */
const typeAt = (route: string) => {
  const shown = screens.find((screen) => screen.route === route)?.entity
  return entityOutlines.find(({ name }) => name === shown)?.variantOf?.only.deviceType as
    | DeviceTypeName
    | undefined
}
