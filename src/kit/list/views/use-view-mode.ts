import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyResource } from '#src/kit/definition/resource.ts'

export interface ViewMode {
  kind: 'map' | 'board'
  isOn: boolean
  toggle: () => void
}
/**
 * The other way to look at a list, where it has one; the address knows, so a link and Back do too.
 */
export function useViewMode({ list }: AnyResource): ViewMode | undefined {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const kind = list.map ? 'map' : list.cardView ? 'board' : undefined
  const toggle = useCallback(() => {
    const query = new URLSearchParams(search)
    if (kind && query.get('view') !== kind) query.set('view', kind)
    else query.delete('view')
    void navigate({ pathname, search: query.toString() })
  }, [kind, search, pathname, navigate])
  return kind && { kind, isOn: new URLSearchParams(search).get('view') === kind, toggle }
}
