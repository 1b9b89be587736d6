import type { TableRef } from 'antd/es/table'
import { useEffect, type RefObject } from 'react'

/**
 * Whether columns lie under the one that stays in sight: the table says so in `data-beyond`, and
 * its style sheet draws a shadow. Looked at once the browser has laid out, and with every scroll.
 */
export function useHiddenBeyond(table: RefObject<TableRef | null>, isOn: boolean): void {
  useEffect(() => {
    const root = table.current?.nativeElement
    const box = root?.querySelector<HTMLElement>('.ant-table-content')
    if (!isOn || !root || !box) return
    const look = () => {
      const isBeyond = Math.ceil(box.scrollLeft) + box.clientWidth < box.scrollWidth - 1
      root.toggleAttribute('data-beyond', isBeyond)
    }
    const watch = new ResizeObserver(look)
    watch.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [table, isOn])
}
