import { useSyncExternalStore } from 'react'
import { modules, type Screen } from '#contract/screen.ts'
import { modulePermissions } from '#src/api/permissions.ts'
import { isFirstPaintDone, onFirstPaint } from '#src/lib/first-paint.ts'
import { useRights } from '#src/kit/calls/use-rights.ts'

/**
 * Whether the user's list of the screen's module names it; without a list nothing of the module is
 * open (docs/specification.md 3.2). `undefined` while asking.
 */
export function useIsListed({ module, route, permission }: Screen): boolean | undefined {
  // A second look at what the server refuses anyway: it does not compete with the first rows.
  const isTime = useSyncExternalStore(onFirstPaint, isFirstPaintDone)
  const { data } = useRights(['module', module], () => modulePermissions(modules[module]), {
    enabled: isTime && permission !== undefined,
    staleTime: 30_000,
  })
  return data?.routes.has(route)
}
