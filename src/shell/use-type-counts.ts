import { useMemo } from 'react'
import type { MenuNode } from '#contract/account/menus.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { deviceTypeCounts } from '#contract/equipment/device-calls.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/**
 * How many devices are behind each tab of the devices' page, in the chosen base: all of them behind
 * its own. Undefined for pages whose tabs are no types, and while it is asked.
 */
export function useTypeCounts({
  route: all,
  children,
}: MenuNode): ((route: string) => number | undefined) | undefined {
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
        if (type) return data[type] ?? 0
        return route === all ? Object.values(data).reduce((sum, one) => sum + one, 0) : undefined
      }),
    [data, all],
  )
}
const typeAt = (route: string) => devicesByType.find(({ screen }) => screen.route === route)?.type
