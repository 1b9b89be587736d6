import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useMatches, useNavigate, type Location } from 'react-router'
import { screens } from '#contract/outlines.ts'
import type { Outline } from '#src/kit/definition/outline.ts'
import { onPageName } from '#src/kit/definition/page-name.ts'
import { forgetUnsaved, hasUnsaved, mayLeave } from '#src/kit/form/draft/unsaved.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import {
  closeAll,
  closeOthers,
  closeTab,
  nameTabs,
  openTab,
  pinTab,
  readTabs,
  writeTabs,
  type Closed,
  type Tab,
} from './tabs.ts'
import { familyOf } from './tab-title.ts'

/** Screens on whose page others are tabs. */
const families = new Set(screens.flatMap(({ tabOf }) => tabOf ?? []))

/** The open pages, and what can be done with them. */
export function useTabs(user: number, tenant: number) {
  const t = useLabels()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { pathname, search, state } = useLocation() as Location<{ done?: string } | null>
  // A page that has done what it was opened for goes as its next one comes.
  const done = state?.done
  const definition = useMatches().at(-1)?.handle as Outline | undefined
  const [tabs, setTabs] = useState<Tab[]>(() => readTabs(user, tenant))
  const [versions, setVersions] = useState<Readonly<Record<string, number>>>({})

  const screen = definition?.screen
  useEffect(() => {
    // Nobody's tabs are kept while it is not known whose they are.
    if (!screen || !user) return
    const { tabs: next, dropped } = openTab(
      readTabs(user, tenant).filter(({ path }) => path === pathname || path !== done),
      {
        path: pathname,
        search,
        screen: screen.name,
        module: screen.module,
        ...(screen.route === pathname &&
          families.has(familyOf(screen.name)) && {
            family: familyOf(screen.name),
          }),
      },
    )
    const keep = () => {
      writeTabs(user, tenant, next)
      setTabs(next)
    }
    if (!dropped || !hasUnsaved(dropped.path)) return keep()
    // The specification drops silently; unsaved work is asked for first
    // (docs/specification.md 5.6).
    void mayLeave(t, dropped.path).then((isSure) => isSure && keep())
  }, [pathname, search, screen, user, tenant, t, done])

  // A page may know what it is about before its tab is open.
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => {
    setNames({})
    return onPageName((path, name) => setNames((now) => ({ ...now, [path]: name })))
  }, [user, tenant])
  useEffect(() => {
    const named = user ? nameTabs(tabs, names) : tabs
    if (named === tabs) return
    writeTabs(user, tenant, named)
    setTabs([...named])
  }, [tabs, names, user, tenant])

  const apply = useCallback(
    async (closed: Closed) => {
      const going = readTabs(user, tenant).filter(
        (tab) => !closed.tabs.some((left) => left.path === tab.path),
      )
      for (const { path } of going) if (!(await mayLeave(t, path))) return
      going.forEach(({ path }) => forgetUnsaved(path))
      writeTabs(user, tenant, closed.tabs)
      setTabs(closed.tabs)
      if (closed.next) await navigate({ pathname: closed.next.path, search: closed.next.search })
    },
    [navigate, t, user, tenant],
  )
  return {
    tabs,
    active: pathname,
    definition,
    versions,
    go: useCallback(
      (tab: Tab) => void navigate({ pathname: tab.path, search: tab.search }),
      [navigate],
    ),
    close: useCallback(
      (path: string) => void apply(closeTab(tabs, path, pathname)),
      [apply, tabs, pathname],
    ),
    closeOthers: useCallback(
      (path: string) => void apply(closeOthers(tabs, path, pathname)),
      [apply, tabs, pathname],
    ),
    closeAll: useCallback(() => void apply(closeAll(tabs)), [apply, tabs]),
    pin: useCallback(
      (path: string, isPinned: boolean) => {
        const next = pinTab(tabs, path, isPinned)
        writeTabs(user, tenant, next)
        setTabs(next)
      },
      [tabs, user, tenant],
    ),
    refresh: useCallback(
      async ({ path, search: left }: Tab) => {
        if (!(await mayLeave(t, path))) return
        // Begun anew it would show what it had fetched; it is asked for again, and nothing on the
        // other pages is.
        await queries.invalidateQueries({ refetchType: 'none' })
        setVersions((now) => ({ ...now, [path]: (now[path] ?? 0) + 1 }))
        if (path !== pathname) await navigate({ pathname: path, search: left })
      },
      [t, queries, navigate, pathname],
    ),
  }
}
export type Tabs = ReturnType<typeof useTabs>
