import { countsOfMenu, type MenuNode, type Waiting } from '#contract/account/menus.ts'
import type { MenuCount } from '#contract/menu.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'

export type Counts = Readonly<Partial<Record<MenuCount, Waiting>>>
const none: Counts = {}

/** What waits behind each entry of the menu, in the chosen base. */
export function useCounts(isReady: boolean): Counts {
  const areaId = useCurrentBase()
  return (
    useCall(countsOfMenu, isReady ? { ...(areaId && { areaId }) } : null, {
      staleTime: 15_000,
      refetchInterval: 120_000,
      placeholderData: (before) => before,
    }).data ?? none
  )
}
/** What waits behind an entry, or behind all of a group; an entry with tabs is the first of them. */
export function waitingIn(node: MenuNode, counts: Counts): Waiting {
  const own = node.count && node.children.length === 0 ? counts[node.count] : undefined
  return node.children.reduce(
    (sum, child) => {
      const more = waitingIn(child, counts)
      return { count: sum.count + more.count, isUrgent: sum.isUrgent || more.isUrgent }
    },
    own ?? { count: 0, isUrgent: false },
  )
}
