import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usualPageSize } from '#contract/screen.ts'
import type { AnyResource } from '#src/kit/definition/resource.ts'
import { useBaseOf } from '#src/kit/app/use-current-base.ts'
import { readLocation, writeLocation, type ListLocation } from './list-location.ts'

const noNames: readonly string[] = []
const nothing = {}

// refine's useTable copies the address into state once and overwrites history entries: Back could
// not walk the
// changes and defaults would fill the address. Here the address is the state.
export function useListLocation({ entity, list, screen }: AnyResource) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const defaultSize = screen.pageSize ?? usualPageSize
  const base = useBaseOf(entity)
  // Which base is said above the page already: nothing within it asks for another.
  const names = useMemo(
    () => (list.filters ?? noNames).filter((name) => base === null || name !== 'areaId'),
    [list.filters, base],
  )
  const usual = screen.usual ?? nothing
  const place = useMemo(
    () => ({ ...readLocation(search, entity, names, defaultSize, usual), base }),
    [search, entity, names, defaultSize, usual, base],
  )
  const move = useCallback(
    (change: Partial<ListLocation>, options?: { replace?: boolean }) => {
      const next = writeLocation(search, { ...place, ...change }, names, defaultSize, usual)
      if (next !== new URLSearchParams(search).toString())
        void navigate({ pathname, search: next }, options)
    },
    [search, pathname, navigate, place, names, defaultSize, usual],
  )
  return { place, move, filters: names }
}
