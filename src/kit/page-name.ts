import { useEffect } from 'react'
import { useLocation } from 'react-router'

type Listener = (path: string, name: string) => void
const listeners = new Set<Listener>()
/** Hears what the page at a path is about. Answers how to stop hearing. */
export function onPageName(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says what the page at this address is about, such as the name of its device: its tab and the window's title carry it. */
export function usePageName(name: string | undefined): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (name) for (const listener of listeners) listener(pathname, name)
  }, [pathname, name])
}
