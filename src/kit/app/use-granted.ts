import { useQuery } from '@tanstack/react-query'
import { isGranted } from '#src/api/permissions.ts'
import { currentScope } from '#src/api/scope.ts'

/** Whether the user holds a code; `undefined` while that is asked. */
export function useGranted(code: string | undefined): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['granted', currentScope()?.tenantId, currentScope()?.permissionVersion, code],
    enabled: code !== undefined,
    staleTime: 60_000,
    queryFn: () => isGranted(code!),
  })
  return data
}
