import { useEffect } from 'react'
import { useBlocker, type Location } from 'react-router'
import { hasUnsaved, mayLeave } from './unsaved.ts'
import { readOpened } from './use-opened.ts'
import { useLabels } from './use-labels.ts'

/** Another page, or another record on this one; paging behind an open drawer is neither. */
function leaves(from: Location, to: Location): boolean {
  return from.pathname !== to.pathname || JSON.stringify(readOpened(from.search)) !== JSON.stringify(readOpened(to.search))
}

/** Stands once in the router and asks at every way out, browser Back included (refine's own guard missed it). */
export function UnsavedGuard() {
  const t = useLabels()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasUnsaved(currentLocation.pathname) && leaves(currentLocation, nextLocation))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const path = window.location.pathname
    void mayLeave(t, path).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker, t])
  return null
}
