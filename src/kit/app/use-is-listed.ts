import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { modules, type Screen } from '#contract/screen.ts'
import { modulePermissions } from '#src/api/permissions.ts'
import { currentScope } from '#src/api/scope.ts'
import { isFirstPaintDone, onFirstPaint } from '#src/lib/first-paint.ts'

/**
 * Whether the user's list of the screen's module names it; without a list nothing of the module is
 * open (docs/specification.md 3.2). `undefined` while asking.
 */
export function useIsListed({ module, route, permission }: Screen): boolean | undefined {
  // A second look at what the server refuses anyway: it does not compete with the first rows.
  const isTime = useSyncExternalStore(onFirstPaint, isFirstPaintDone)
  const { data } = useQuery({
    queryKey: ['module', module, currentScope()?.tenantId, currentScope()?.permissionVersion],
    queryFn: () => modulePermissions(modules[module]),
    enabled: isTime && permission !== undefined,
  })
  return data?.routes.has(route)
}
