import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Whether a list is looked at as a map; the address knows, so a link and Back do too. */
export function useMapView(isPossible: boolean) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const isOn = isPossible && new URLSearchParams(search).get('view') === 'map'
  const toggle = useCallback(() => {
    const query = new URLSearchParams(search)
    if (query.get('view') === 'map') query.delete('view')
    else query.set('view', 'map')
    void navigate({ pathname, search: query.toString() })
  }, [search, pathname, navigate])
  return { isOn, toggle }
}
