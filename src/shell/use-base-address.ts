import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { baseOfAddress, chooseBase, withBase } from '#src/lib/chosen-base.ts'

/**
 * The address says which base a page is of, so that a copied link, reload and Back show the same.
 * It is written past the router: no page reads it there, and none is drawn again for it.
 */
export function useBaseAddress(isPlaced: boolean): void {
  const base = useCurrentBase()
  const place = useLocation()
  const kind = useNavigationType()
  const said = useRef<number | null>(null)
  useEffect(() => {
    const asked = baseOfAddress(place.search)
    // What a list carries along from before is no wish; Back, and a link of its own, are.
    const isWish = asked !== null && (kind === 'POP' || asked !== said.current)
    said.current = asked
    if (isWish) chooseBase(asked)
  }, [place, kind])
  useEffect(() => {
    const search = withBase(place.search, isPlaced ? base : null)
    if (location.pathname === place.pathname && location.search !== search)
      history.replaceState(history.state, '', location.pathname + search + location.hash)
  }, [base, isPlaced, place])
}
