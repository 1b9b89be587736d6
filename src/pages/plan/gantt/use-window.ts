import { useLayoutEffect, useRef, useState } from 'react'
import { rowHeight } from './place.ts'

const spare = 8

/** Of many rows those that can be seen, and some before and behind them. */
export function useWindow(count: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ first: 0, last: 40 })
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () => {
      const first = Math.floor(box.scrollTop / rowHeight)
      const last = first + Math.ceil(box.clientHeight / rowHeight)
      setSeen((before) =>
        before.first <= Math.max(0, first - 2) && before.last >= Math.min(count, last + 2)
          ? before
          : { first: Math.max(0, first - spare), last: last + spare },
      )
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [count])
  return { ref, first: seen.first, last: Math.min(count, seen.last) }
}
