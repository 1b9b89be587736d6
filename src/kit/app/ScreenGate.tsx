import { lazy, Suspense, useState, type ReactNode } from 'react'
import { DefinitionProvider } from '#src/kit/definition/definition-context.ts'
import { ListSkeleton } from './ListState.tsx'
import { NoPermission } from './NoPermission.tsx'
import { NotFound } from './NotFound.tsx'
import { actionsOf } from '#src/kit/actions/actions.ts'
import { isResource, type Definition } from '#src/kit/definition/resource.ts'
import { seenByOf, withoutUnseen } from '#src/kit/definition/seen.ts'
import { useGranted } from './use-granted.ts'
import { useIdentity } from './use-identity.ts'
import { useIsListed } from './use-is-listed.ts'
import { usePermissions } from './use-permissions.ts'

const opening = ['list']

/**
 * Whether the screen is open to the user: by its code, and by the list of its module
 * (docs/specification.md 3.2). It is drawn while
 * that is asked, so that the first rows do not wait for the answer: the server refuses them on its
 * own.
 */
export function ScreenGate({
  definition,
  children,
}: {
  definition: Definition
  children: ReactNode
}) {
  const { screen } = definition
  const user = useIdentity()
  // The same question as the list's own, so that both are answered by one.
  const may = usePermissions(definition, isResource(definition) ? actionsOf(definition) : opening)
  const isListed = useIsListed(screen)
  const isTold = useGranted(seenByOf(definition))
  const [Elsewhere] = useState(() =>
    isResource(definition) && definition.elsewhere ? lazy(definition.elsewhere) : null,
  )
  if (screen.operator && user && !user.admin) return <NotFound />
  if (screen.permission && (isListed === false || (may && !may.list))) {
    const refused = <NoPermission missing={[screen.permission]} />
    return Elsewhere ? (
      <Suspense fallback={<ListSkeleton />}>
        <Elsewhere otherwise={refused} />
      </Suspense>
    ) : (
      refused
    )
  }
  return (
    <DefinitionProvider value={isTold === false ? withoutUnseen(definition) : definition}>
      <Suspense fallback={<ListSkeleton />}>{children}</Suspense>
    </DefinitionProvider>
  )
}
