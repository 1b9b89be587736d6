import { useRef, type PointerEvent } from 'react'
import { narrowest, widest } from '#contract/account/self.ts'

interface ColumnEdgeProps {
  onResize: (width: number) => void
}

/**
 * The edge of a column, to be drawn wider or narrower; for the keyboard the width is among the
 * column settings.
 */
export function ColumnEdge({ onResize }: ColumnEdgeProps) {
  const start = useRef<{ x: number; width: number; cell: HTMLElement }>(null)
  const widthAt = ({ clientX }: PointerEvent) =>
    Math.min(
      widest,
      Math.max(narrowest, Math.round(start.current!.width + clientX - start.current!.x)),
    )
  return (
    <span
      className="kit-edge"
      aria-hidden="true"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.stopPropagation()
        const cell = event.currentTarget.closest('th')
        if (!cell) return
        start.current = { x: event.clientX, width: cell.offsetWidth, cell }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!start.current) return
        const width = `${widthAt(event)}px`
        Object.assign(start.current.cell.style, { width, minWidth: width, maxWidth: width })
      }}
      onPointerUp={(event) => {
        if (!start.current) return
        const width = widthAt(event)
        start.current = null
        onResize(width)
      }}
    />
  )
}
