import type { ResourceProps } from '@refinedev/core'
import {
  createElement,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type ReactElement,
} from 'react'
import { matchPath, type RouteObject } from 'react-router'
import ListScreen from '#src/kit/list/ListScreen.tsx'
import { NotFound } from './NotFound.tsx'
import { fetchDefinition, isList, useWhole, type Outline } from '#src/kit/definition/outline.ts'
import {
  childPaths,
  codesOf,
  isResource,
  type Definition,
  type LazyPage,
} from '#src/kit/definition/resource.ts'
import { ListSkeleton } from './ListState.tsx'
import { ScreenGate } from './ScreenGate.tsx'
import { openKinds, type OpenKind } from '#src/kit/record/use-opened.ts'

const RecordPage = lazy(() => import('#src/kit/record/RecordPage.tsx'))

/** Paths under a screen's own that the engine draws. */
function generatedPaths(outline: Outline): OpenKind[] {
  if (!isList(outline)) return []
  return openKinds.filter(
    (kind) =>
      outline.open?.[kind] === 'page' &&
      (kind === 'show' || outline.form) &&
      !(childPaths[kind] in (outline.pages ?? {})),
  )
}

/** Every address of the product; a law keeps the list. */
export const pathsOf = (outline: Outline): string[] => [
  outline.screen.route,
  ...(outline.screen.ownWindow ? [outline.screen.ownWindow] : []),
  ...generatedPaths(outline).map((kind) => `${outline.screen.route}/${childPaths[kind]}`),
  ...Object.keys(outline.pages ?? {}).map((path) => `${outline.screen.route}/${path}`),
]

/** What refine wants to hear. Its `name` finds the entity, its `identifier` the screen. */
export function refineResources(outlines: readonly Outline[]): ResourceProps[] {
  return outlines.map((outline) => {
    const { screen, entity } = outline
    const paths = pathsOf(outline)
    const has = (kind: OpenKind) =>
      paths.find((path) => path === `${screen.route}/${childPaths[kind]}`)
    return {
      name: entity?.name ?? screen.name,
      identifier: screen.name,
      list: screen.route,
      create: has('create'),
      edit: has('edit'),
      show: has('show'),
      meta: {
        outline,
        codes: codesOf(outline),
        canDelete: entity !== undefined && 'delete' in entity.api,
      },
    }
  })
}

const arrived = new Map<LazyPage, ComponentType>()

/**
 * Fetches the first screen's code before React draws anything: what has arrived is drawn at once.
 * Never rejects.
 */
export async function preloadScreen(outlines: readonly Outline[], path: string): Promise<void> {
  const outline =
    outlines.find(({ screen }) => screen.route === path || screen.ownWindow === path) ??
    outlines.find((one) => pathsOf(one).some((known) => matchPath(known, path)))
  if (!outline) return
  try {
    const definition = await fetchDefinition(outline)
    if (isResource(definition)) return
    const { page, screen } = definition
    if (screen.route === path || screen.ownWindow === path)
      arrived.set(page, (await page()).default)
  } catch {
    // What cannot be fetched is said where it would be drawn.
  }
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
const known = new WeakMap<LazyPage, ComponentType>()
function pageBy(load: LazyPage): ComponentType {
  const before = known.get(load)
  if (before) return before
  const made = lazyPage(load)
  known.set(load, made)
  return made
}

type Draw = (definition: Definition) => ReactElement
/** A screen of which the outline alone may have come. */
function Whole({ outline, draw }: { outline: Outline; draw: Draw }) {
  const definition = useWhole(outline)
  return <ScreenGate definition={definition}>{draw(definition)}</ScreenGate>
}
const route = (outline: Outline, path: string, draw: Draw): RouteObject => ({
  path,
  handle: outline,
  element: (
    <Suspense fallback={<ListSkeleton />}>
      <Whole outline={outline} draw={draw} />
    </Suspense>
  ),
})
const drawOwn: Draw = (definition) =>
  isResource(definition) ? <ListScreen /> : createElement(pageBy(definition.page))
const recordPage =
  (kind: OpenKind): Draw =>
  () => <RecordPage key={kind} kind={kind} />

/** Screens that have a window of their own besides, without the console around them. */
export const windowRoutes = (outlines: readonly Outline[]): RouteObject[] =>
  outlines.flatMap((outline) =>
    outline.screen.ownWindow && !isList(outline)
      ? [route(outline, outline.screen.ownWindow, drawOwn)]
      : [],
  )

/** React Router's routes from the same list, so that there are never two. */
export function screenRoutes(outlines: readonly Outline[]): RouteObject[] {
  const routes = outlines.flatMap((outline) => [
    route(outline, outline.screen.route, drawOwn),
    ...generatedPaths(outline).map((kind) =>
      route(outline, `${outline.screen.route}/${childPaths[kind]}`, recordPage(kind)),
    ),
    ...Object.keys(outline.pages ?? {}).map((path) =>
      route(outline, `${outline.screen.route}/${path}`, ({ pages }) =>
        createElement(pageBy(pages![path]!)),
      ),
    ),
  ])
  return [...routes, { path: '*', element: <NotFound /> }]
}
