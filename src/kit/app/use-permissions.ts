import { AccessControlContext } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { currentScope } from '#src/api/scope.ts'
import { codesOf, type Definition } from '#src/kit/definition/resource.ts'

export type Permissions = Readonly<Record<string, boolean>>
const nothing: Permissions = {}
export const accessKey = 'may'

/**
 * Which of these actions the user may take on a screen: one question for all of them. `undefined`
 * while asking.
 */
export function usePermissions(
  definition: Definition,
  actions: readonly string[],
): Permissions | undefined {
  const { can } = use(AccessControlContext)
  const { screen } = definition
  const { data } = useQuery({
    queryKey: [
      accessKey,
      currentScope()?.tenantId,
      currentScope()?.permissionVersion,
      screen.name,
      ...actions,
    ],
    queryFn: async (): Promise<Permissions> => {
      if (!can) return nothing
      const resource = { name: screen.name, meta: { codes: codesOf(definition) } }
      const answers = await Promise.all(
        actions.map((action) => can({ resource: screen.name, action, params: { resource } })),
      )
      return Object.fromEntries(actions.map((action, at) => [action, answers[at]!.can]))
    },
    staleTime: 60_000,
  })
  return data
}
