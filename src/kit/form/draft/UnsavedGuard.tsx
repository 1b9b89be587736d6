import { useEffect } from 'react'
import { useBlocker, useLocation, type Location } from 'react-router'
import { hasUnsaved, mayLeave } from './unsaved.ts'
import { readOpened } from '#src/kit/record/use-opened.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Another page, or another record on this one; paging behind an open drawer is neither. */
function leaves(from: Location, to: Location): boolean {
  return (
    from.pathname !== to.pathname ||
    JSON.stringify(readOpened(from.search)) !== JSON.stringify(readOpened(to.search))
  )
}

/**
 * Stands once in the router and asks at every way out, browser Back included (refine's own guard
 * missed it).
 */
export function UnsavedGuard() {
  const t = useLabels()
  // Not the window's: at a step back that already is where one would go.
  const { pathname } = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved(currentLocation.pathname) && leaves(currentLocation, nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void mayLeave(t, pathname).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker, pathname, t])
  return null
}
