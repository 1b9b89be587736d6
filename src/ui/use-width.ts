import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** What the last one measured, for the next: pages of one console are as wide as each other. */
let latest: number | undefined

/**
 * Width of an element as it changes, beginning with what the last one had. Never asked for before
 * the browser has laid out.
 */
export function useWidth<E extends HTMLElement>(guess?: () => number) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(() => latest ?? guess?.())
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      // A hidden tab measures 0: its layout waits for its return.
      if (entry && entry.contentRect.width > 0) setWidth((latest = entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

const narrow = '(max-width: 640px)'
const onNarrow = (listener: () => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
/** A phone: cards instead of tables, drawers over the whole screen. */
export const useNarrow = () => useSyncExternalStore(onNarrow, () => matchMedia(narrow).matches)
