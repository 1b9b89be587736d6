import { createContext, use } from 'react'
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
  if (!('entity' in definition)) throw new Error(`${definition.screen.name}: not a generated screen`)
  return definition
}
