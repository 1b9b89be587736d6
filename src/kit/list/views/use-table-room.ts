import type { TableRef } from 'antd/es/table'
import { useLayoutEffect, useRef, useState } from 'react'

/** More rows than this are drawn only as far as they are in sight. */
export const mostDrawn = 200

/** Below the rows: the paging and the page's own edge. */
const below = 96
const lowest = 320
const unmeasured = { width: 0, height: 480 }

/** How much room a table has that scrolls in itself; measured only where it does. */
export function useTableRoom(isPartly: boolean) {
  const table = useRef<TableRef>(null)
  const [room, setRoom] = useState(unmeasured)
  useLayoutEffect(() => {
    const box = table.current?.nativeElement
    if (!isPartly || !box) return
    const measure = () => {
      const width = box.clientWidth
      // A hidden tab has none and keeps what it had.
      if (width === 0) return
      const height = Math.max(
        lowest,
        Math.floor(
          innerHeight -
            box.getBoundingClientRect().top -
            scrollY -
            (box.querySelector('thead')?.clientHeight ?? 0) -
            below,
        ),
      )
      setRoom((now) => (now.width === width && now.height === height ? now : { width, height }))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      removeEventListener('resize', measure)
    }
  }, [isPartly])
  return { table, room }
}
