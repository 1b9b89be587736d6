import type { ResourceProps } from '@refinedev/core'
import { lazy, useState, type ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import ListScreen from '#src/kit/list/ListScreen.tsx'
import { NotFound } from './NotFound.tsx'
import {
  childPaths,
  codesOf,
  isResource,
  type Definition,
  type LazyPage,
} from '#src/kit/definition/resource.ts'
import { ScreenGate } from './ScreenGate.tsx'
import { openKinds, type OpenKind } from '#src/kit/record/use-opened.ts'

const RecordPage = lazy(() => import('#src/kit/record/RecordPage.tsx'))

/** Paths under a screen's own that the engine draws. */
function generatedPaths(definition: Definition): OpenKind[] {
  if (!isResource(definition)) return []
  return openKinds.filter(
    (kind) =>
      definition.open?.[kind] === 'page' &&
      (kind === 'show' || definition.form) &&
      !(childPaths[kind] in (definition.pages ?? {})),
  )
}

/** Every address of the product; a law keeps the list. */
export const pathsOf = (definition: Definition): string[] => [
  definition.screen.route,
  ...(definition.screen.ownWindow ? [definition.screen.ownWindow] : []),
  ...generatedPaths(definition).map((kind) => `${definition.screen.route}/${childPaths[kind]}`),
  ...Object.keys(definition.pages ?? {}).map((path) => `${definition.screen.route}/${path}`),
]

/** What refine wants to hear. Its `name` finds the entity, its `identifier` the screen. */
export function refineResources(definitions: readonly Definition[]): ResourceProps[] {
  return definitions.map((definition) => {
    const { screen } = definition
    const has = (kind: OpenKind) =>
      pathsOf(definition).includes(`${screen.route}/${childPaths[kind]}`)
        ? `${screen.route}/${childPaths[kind]}`
        : undefined
    return {
      name: isResource(definition) ? definition.entity.name : screen.name,
      identifier: screen.name,
      list: screen.route,
      create: has('create'),
      edit: has('edit'),
      show: has('show'),
      meta: {
        definition,
        codes: codesOf(definition),
        canDelete: isResource(definition) && 'delete' in definition.entity.api,
      },
    }
  })
}

const arrived = new Map<LazyPage, ComponentType>()

/**
 * Fetches the first screen's code before React draws anything: what has arrived is drawn at once.
 * Never rejects.
 */
export async function preloadScreen(
  definitions: readonly Definition[],
  path: string,
): Promise<void> {
  const definition = definitions.find(
    ({ screen }) => screen.route === path || screen.ownWindow === path,
  )
  if (!definition || isResource(definition)) return
  const { page } = definition
  await page().then(
    (loaded) => arrived.set(page, loaded.default),
    () => undefined,
  )
}

/**
 * A page fetched when it is opened. React would show a fallback for 300 ms even where nothing is
 * left to wait for.
 */
function lazyPage(load: LazyPage): ComponentType {
  const Later = lazy(load)
  return function LazyPage() {
    const [Page] = useState(() => arrived.get(load) ?? Later)
    return <Page />
  }
}

const route = (definition: Definition, path: string, Page: ComponentType): RouteObject => ({
  path,
  handle: definition,
  element: (
    <ScreenGate definition={definition}>
      <Page />
    </ScreenGate>
  ),
})
/** Screens that have a window of their own besides, without the console around them. */
export const windowRoutes = (definitions: readonly Definition[]): RouteObject[] =>
  definitions.flatMap((definition) =>
    definition.screen.ownWindow && !isResource(definition)
      ? [route(definition, definition.screen.ownWindow, lazyPage(definition.page))]
      : [],
  )

/** React Router's routes from the same list, so that there are never two. */
export function screenRoutes(definitions: readonly Definition[]): RouteObject[] {
  const routes = definitions.flatMap((definition) => [
    route(
      definition,
      definition.screen.route,
      isResource(definition) ? ListScreen : lazyPage(definition.page),
    ),
    ...generatedPaths(definition).map((kind) =>
      route(definition, `${definition.screen.route}/${childPaths[kind]}`, () => (
        <RecordPage key={kind} kind={kind} />
      )),
    ),
    ...Object.entries(definition.pages ?? {}).map(([path, load]) =>
      route(definition, `${definition.screen.route}/${path}`, lazyPage(load)),
    ),
  ])
  return [...routes, { path: '*', element: <NotFound /> }]
}
