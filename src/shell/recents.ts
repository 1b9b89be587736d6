import { useEffect, useMemo, useState } from 'react'
import type { MenuNode } from '#contract/account/menus.ts'
import { mostFlat, placesOf } from './menu-place.ts'
import { homePath } from './tabs.ts'

/** Kept: more than are shown, as some of them may not be opened any more. */
const mostKept = 15
export const mostRecents = 5
const keyOf = (user: number, tenant: number) => `recents:${user}:${tenant}`

/**
 * Names of screens, the last one first. Names of records must not stay behind in a browser that
 * others use too.
 */
export function readRecents(user: number, tenant: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user, tenant)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}
export function rememberRecent(user: number, tenant: number, screen: string): string[] {
  const next = [screen, ...readRecents(user, tenant).filter((one) => one !== screen)]
  try {
    localStorage.setItem(keyOf(user, tenant), JSON.stringify(next.slice(0, mostKept)))
  } catch {
    // A browser that keeps nothing, or is full, still opens the page.
  }
  return next.slice(0, mostKept)
}

/**
 * Entries of the menu that were opened last: what is in no menu any more is in none of these. A menu
 * that one sees at a glance needs none.
 */
export function recentIn(
  menu: readonly MenuNode[],
  routes: readonly string[],
  here: string,
): MenuNode[] {
  const known = new Map(placesOf(menu).map(({ screen }) => [screen.route, screen]))
  if (known.size <= mostFlat) return []
  return routes
    .filter((route) => route !== homePath && route !== here)
    .flatMap((route) => known.get(route) ?? [])
    .slice(0, mostRecents)
}

/** The pages that a person opened last in this tenant, without the one they are at. */
export function useRecents(
  user: number,
  tenant: number,
  menu: readonly MenuNode[],
  here: string | undefined,
): readonly MenuNode[] {
  const [routes, setRoutes] = useState<readonly string[]>([])
  useEffect(() => {
    // Nobody's pages are kept while it is not known whose they are.
    if (user) setRoutes(here ? rememberRecent(user, tenant, here) : readRecents(user, tenant))
  }, [user, tenant, here])
  return useMemo(() => recentIn(menu, routes, here ?? ''), [menu, routes, here])
}
