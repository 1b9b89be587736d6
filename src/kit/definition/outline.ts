import { use } from 'react'
import type { EntityOutline } from '#contract/outlines.ts'
import type { Screen } from '#contract/screen.ts'
import type { Definition, OpenIn } from './resource.ts'

/**
 * What is known of a screen before its domain has come: its addresses, what it may be asked and how
 * its records are opened. A `Definition` is one of itself.
 */
export interface Outline {
  screen: Screen
  entity?: EntityOutline
  list?: { rowActions?: readonly string[] }
  /** That records are written here. */
  form?: unknown
  open?: { create?: OpenIn; edit?: OpenIn; show?: OpenIn }
  pages?: Readonly<Record<string, unknown>>
  /** Fetches the definitions of its domain; unsaid, it is its own definition. */
  load?: () => Promise<readonly Definition[]>
}
type ListOutline = Outline & { entity: EntityOutline }
export const isList = (outline: Outline): outline is ListOutline => outline.entity !== undefined

const arrived = new Map<string, Definition>()
const asked = new Map<NonNullable<Outline['load']>, Promise<void>>()

/** The whole of a screen, where it is here. */
const definitionOf = (outline: Outline): Definition | undefined =>
  outline.load ? arrived.get(outline.screen.name) : (outline as Definition)

/** Rejects when the domain's code cannot be fetched; asked again, it is fetched again. */
function arriving(load: NonNullable<Outline['load']>): Promise<void> {
  const before = asked.get(load)
  if (before) return before
  const now = load().then(
    (definitions) => definitions.forEach((one) => arrived.set(one.screen.name, one)),
    (error: unknown) => {
      asked.delete(load)
      throw error
    },
  )
  asked.set(load, now)
  return now
}

/** The whole of a screen. */
export async function fetchDefinition(outline: Outline): Promise<Definition> {
  if (outline.load) await arriving(outline.load)
  return definitionOf(outline)!
}

/** The same while drawing, which waits for it within a Suspense. */
export function useWhole(outline: Outline): Definition {
  const here = definitionOf(outline)
  if (here) return here
  use(arriving(outline.load!))
  return definitionOf(outline)!
}

const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 5000 })
    else setTimeout(resolve, 200)
  })
/**
 * Fetches what has not come, a domain at a time while there is nothing else to do: the pages to
 * which somebody goes next are drawn without waiting. What fails is asked again by its page.
 */
export async function fetchRest(outlines: readonly Outline[]): Promise<void> {
  for (const outline of outlines) {
    if (definitionOf(outline)) continue
    await idle()
    await fetchDefinition(outline).catch(() => undefined)
  }
}
