import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Width of an element as it changes; undefined until it is on the page. */
export function useWidth<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth || undefined)
    const observer = new ResizeObserver(([entry]) => {
      // A hidden tab measures 0: its layout waits for its return.
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width)
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
