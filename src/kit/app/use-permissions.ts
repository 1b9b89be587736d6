import { AccessControlContext } from '@refinedev/core'
import { use } from 'react'
import { useRights } from '#src/kit/calls/use-rights.ts'
import { codesOf, type Definition } from '#src/kit/definition/resource.ts'

export type Permissions = Readonly<Record<string, boolean>>
const nothing: Permissions = {}

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
  const { data } = useRights([screen.name, ...actions], async (): Promise<Permissions> => {
    if (!can) return nothing
    const resource = { name: screen.name, meta: { codes: codesOf(definition) } }
    const answers = await Promise.all(
      actions.map((action) => can({ resource: screen.name, action, params: { resource } })),
    )
    return Object.fromEntries(actions.map((action, at) => [action, answers[at]!.can]))
  })
  return data
}
