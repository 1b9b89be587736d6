import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { currentScope } from '#src/api/scope.ts'
import { queries } from './queries.ts'

const rightsKey = 'may'
type Options<Answer> = Omit<UseQueryOptions<Answer>, 'queryKey' | 'queryFn'>

/** What depends on the codes that the user holds; asked again with every version of them. */
export const useRights = <Answer>(
  name: readonly unknown[],
  ask: () => Promise<Answer>,
  options?: Options<Answer>,
) => {
  const scope = currentScope()
  return useQuery<Answer>({
    queryKey: [rightsKey, scope?.tenantId, scope?.permissionVersion, ...name],
    queryFn: ask,
    staleTime: 60_000,
    // Without a network too: what was answered before is kept (src/api/permissions.ts).
    networkMode: 'always',
    ...options,
  })
}
export const invalidateRights = () => queries.invalidateQueries({ queryKey: [rightsKey] })
