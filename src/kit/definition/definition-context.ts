import { useResourceParams } from '@refinedev/core'
import { createContext, use } from 'react'
import { seenByOf, withoutUnseen } from './seen.ts'
import { useWhole, type Outline } from './outline.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import type { AnyResource, Definition } from './resource.ts'

const DefinitionContext = createContext<Definition | null>(null)
export const DefinitionProvider = DefinitionContext.Provider

/** The definition of the screen that is being drawn. */
export function useDefinition(): Definition {
  const definition = use(DefinitionContext)
  if (!definition) throw new Error('outside of a screen')
  return definition
}
export function useResource(): AnyResource {
  const definition = useDefinition()
  if (!('entity' in definition))
    throw new Error(`${definition.screen.name}: not a generated screen`)
  return definition
}

/**
 * Another screen's definition, by the screen's name; waited for where its domain has not come.
 * Errors: throws for a screen that the console does not draw.
 */
export function useResourceNamed(screen: string): AnyResource {
  const { select } = useResourceParams()
  const outline = select(screen, false)?.resource.meta?.outline as Outline | undefined
  if (!outline) throw new Error(`no screen '${screen}'`)
  const definition = useWhole(outline) as AnyResource
  return useGranted(seenByOf(definition)) === false ? withoutUnseen(definition) : definition
}
