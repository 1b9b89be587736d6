import type { ResourceProps } from '@refinedev/core'
import { lazy, type ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { NotFound } from './NotFound.tsx'
import { childPaths, codesOf, isResource, type Definition, type LazyPage } from './resource.ts'
import { ScreenGate } from './ScreenGate.tsx'
import { openKinds, type OpenKind } from './use-opened.ts'

const loadList = () => import('./ListScreen.tsx')
const ListScreen = lazy(loadList)
const RecordPage = lazy(() => import('./RecordPage.tsx'))

/** Paths under a screen's own that the engine draws. */
export function generatedPaths(definition: Definition): OpenKind[] {
  if (!isResource(definition)) return []
  return openKinds.filter((kind) => definition.open?.[kind] === 'page' && (kind === 'show' || definition.form))
}

/** Every address of the product; a law keeps the list. */
export const pathsOf = (definition: Definition): string[] => [
  definition.screen.route,
  ...generatedPaths(definition).map((kind) => `${definition.screen.route}/${childPaths[kind]}`),
  ...Object.keys(definition.pages ?? {}).map((path) => `${definition.screen.route}/${path}`),
]

/** What refine wants to hear. Its `name` finds the entity, its `identifier` the screen. */
export function refineResources(definitions: readonly Definition[]): ResourceProps[] {
  return definitions.map((definition) => {
    const { screen } = definition
    const has = (kind: OpenKind) => generatedPaths(definition).includes(kind) ? `${screen.route}/${childPaths[kind]}` : undefined
    return {
      name: isResource(definition) ? definition.entity.name : screen.name,
      identifier: screen.name,
      list: screen.route, create: has('create'), edit: has('edit'), show: has('show'),
      meta: { definition, codes: codesOf(definition), canDelete: isResource(definition) && 'delete' in definition.entity.api },
    }
  })
}

/** Starts fetching the first screen's code before React has drawn anything. */
export async function preloadScreen(definitions: readonly Definition[], path: string): Promise<void> {
  const definition = definitions.find(({ screen }) => screen.route === path)
  if (definition) await (isResource(definition) ? loadList() : definition.page())
}

/** React Router's routes from the same list, so that there are never two. */
export function screenRoutes(definitions: readonly Definition[]): RouteObject[] {
  const route = (definition: Definition, path: string, Page: ComponentType): RouteObject => ({
    path, handle: definition, element: <ScreenGate definition={definition}><Page /></ScreenGate>,
  })
  const page = (load: LazyPage) => lazy(load)
  const routes = definitions.flatMap((definition) => [
    route(definition, definition.screen.route, isResource(definition) ? ListScreen : page(definition.page)),
    ...generatedPaths(definition).map((kind) =>
      route(definition, `${definition.screen.route}/${childPaths[kind]}`, () => <RecordPage key={kind} kind={kind} />)),
    ...Object.entries(definition.pages ?? {}).map(([path, load]) => route(definition, `${definition.screen.route}/${path}`, page(load))),
  ])
  return [...routes, { path: '*', element: <NotFound /> }]
}
